// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/system/child.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "core/testing/folder.hpp"
#include "core/testing/refusal.hpp"

/// Names, files and processes.
namespace polhode {
namespace {

TEST(Names, TheNearestIsNamed) {
  const std::vector<std::string> names{"imidm", "mr", "rk4", "dumbbell-vi"};
  EXPECT_EQ(nearest_name("imdim", names), "imidm");
  EXPECT_EQ(nearest_name("dumbel-vi", names), "dumbbell-vi");
  EXPECT_EQ(nearest_name("completely-different", names), "");
  EXPECT_EQ(nearest_name("h", {"t0", "time"}), "");  // nothing of it is left
  EXPECT_EQ(nearest_name("mt", {"t0", "m"}), "m");
  EXPECT_NE(unknown_name("method", "xyzzy-plugh", names).find("accepted: imidm"), std::string::npos);
  std::vector<std::string> many;
  for (int i = 0; i < 130; ++i) many.push_back("name" + std::to_string(i));
  const auto said = unknown_name("method", "xyzzy-plugh", many);
  EXPECT_NE(said.find("name9 and 120 more (polhode list methods --all)"), std::string::npos) << said;
}

TEST(Names, AreShownSoThatATerminalStaysAsItIs) {
  EXPECT_EQ(printable("a\x1b[2J\n\x7f"), "a\\x1b[2J\\x0a\\x7f");
  EXPECT_EQ(printable("µ·→"), "µ·→");
  EXPECT_EQ(printable_lines("\033[1ma\tb\033[0m\n\033]0;c\a\033[2J\r"),
            "\033[1ma\tb\033[0m\n\\x1b]0;c\\x07\\x1b[2J\\x0d");
  EXPECT_EQ(printable_json("{\n \"µ\": \"\x7f\xc2\x9b\u202e\"\n}"), "{\n \"µ\": \"\\u007f\\u009b\\u202e\"\n}");
  EXPECT_EQ(printable("a\u202eb\u2066\u2028"),
            "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6\\xe2\\x80\\xa8");      // directions, a line's end
  EXPECT_EQ(printable("\xc2\x9b\xff\xc2"), "\\xc2\\x9b\\xff\\xc2");  // C1, no UTF-8, half a character
  EXPECT_EQ(shortened("short"), "short");
  EXPECT_EQ(shortened(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(shortened(std::string(61, 'x')), std::string(57, 'x') + "...");
  std::string greek;
  for (int i = 0; i < 100; ++i) greek += "µ";
  EXPECT_EQ(printable(shortened(greek)), shortened(greek)) << "cut through a character";
}

TEST(Files, AreWrittenWholeOrNotAtAll) {
  const TestFolder folder;
  const auto path = (folder / "deep" / "x.json").string();
  write_file(path, "one");
  write_file(path, "two");
  EXPECT_EQ(read_file(path), "two");
  EXPECT_THROW(write_file((folder / "deep").string(), "x"), OutputError);
  EXPECT_THROW(write_file(path + "/below/a/file", "x"), OutputError);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "deep"), {}), 1) << "nothing temporary is left";
  EXPECT_THROW(read_file((folder / "missing").string()), UserError);
  EXPECT_THROW(read_file(folder.string()), UserError);
}

/// A program is known by what its linker has hashed, where that is noted; else by all of its bytes.
TEST(Programs, AreKnownByTheirBuildId) {
  using namespace std::string_literals;
  const TestFolder folder;
  const auto hash = [&](const std::string& bytes) {
    const auto path = (folder / "program").string();
    write_file(path, bytes);
    return binary_hash(path, 7);
  };
  const std::string id = "0123456789abcdefghij", note = "\4\0\0\0\x14\0\0\0\3\0\0\0GNU\0"s + id, code(100000, 'c');
  EXPECT_EQ(hash("\177ELF" + note + code), content_hash(id, 7));
  EXPECT_EQ(hash(code + note + "x"), content_hash(code + note + "x", 7)) << "what only looks like a note";
}

/// Work in a process of its own ends in its time, even where it closes its end and lives on, or leaves it to others.
TEST(Child, EndsInItsTime) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::string close = "exec >&- 2>&- sleep 60";
  EXPECT_THROW(ended({"sh", "-c", close}, 0.5), ChildFailed);
  EXPECT_TRUE(ended({"sh", "-c", "echo said; sleep 60 & "}, 30).well);
  EXPECT_EQ(ended({"sh", "-c", "printf said; sleep 60 & "}, 30).said, "said");
  EXPECT_FALSE(ended({"sh", "-c", "exec >&-; exit 3"}, 30).well);
  const auto closing = [](const Send&) {
    ::close_range(3, ~0u, 0);
    ::sleep(60);
  };
  EXPECT_THROW(in_child(
                   closing, [](std::string_view) {}, 0.5),
               ChildFailed);
  int received = 0;
  in_child([](const Send& send) { send("a"), send("b"); }, [&](std::string_view) { ++received; }, 30);
  EXPECT_EQ(received, 2);
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - begin).count(), 60) << "it waited for a sleeper";
}

/// What a killed program has left behind goes; what another one is writing, or is not ours by its name, stays.
TEST(Files, LeftBehindAreRemoved) {
  const TestFolder folder;
  const auto names = [&] {
    std::set<std::string> all;
    for (const auto& e : std::filesystem::directory_iterator(folder.string())) all.insert(e.path().filename());
    return all;
  };
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t writing = ::fork();
  if (writing == 0) {
    Output out((folder / "other").string());
    for (const auto* name : {".polhode-a1B2c3.tmp", ".polhode-a1B2c3d.tmp", ".polhode-config"})
      std::ofstream(folder / name) << 1;
    [[maybe_unused]] const auto told = ::write(ready[1], "", 1);
    ::pause();
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  auto expected = names();
  EXPECT_EQ(expected.size(), 4u);
  write_file((folder / "file").string(), "text");
  expected.insert("file"), expected.erase(".polhode-a1B2c3.tmp");
  EXPECT_EQ(names(), expected);
  ::kill(writing, SIGKILL);
  ::waitpid(writing, nullptr, 0);
}

TEST(Files, TemporaryOnesHaveAFolder) {
  const TestFolder folder;
  ::setenv("TMPDIR", folder.string().c_str(), 1);
  EXPECT_EQ(temporary_folder(), folder.string());
  ::setenv("TMPDIR", "", 1);
  EXPECT_EQ(temporary_folder(), "/tmp");
  ::setenv("TMPDIR", "/no/such", 1);
  EXPECT_EQ(refusal_of([] { temporary_folder(); }),
            "TMPDIR: /no/such is given, which is no folder; accepted: one for temporary files");
  ::unsetenv("TMPDIR");
  EXPECT_EQ(temporary_folder(), "/tmp");
}

TEST(Files, AreNotWrittenThroughTwoNames) {
  const TestFolder folder;
  const auto a = (folder / "a").string(), link = (folder / "link").string();
  std::filesystem::create_symlink("a", link);
  EXPECT_THROW(check_apart({{"--x", a}, {"--y", link}}), UserError);
  EXPECT_THROW(check_apart({{"--x", "-"}, {"--y", a}, {"--z", (folder / "." / "a").string()}}), UserError);
  EXPECT_THROW(check_apart({{"--x", "/dev/stdout"}, {"--y", "-"}}), UserError);
  EXPECT_NO_THROW(check_apart({{"--x", a}, {"--y", (folder / "b").string()}, {"--z", ""}, {"--u", ""}, {"--v", "-"}}));
  EXPECT_NO_THROW(check_apart({{"--x", "/dev/null"}, {"--y", "/dev/null"}}));
  write_file(link, "text");  // the link, which led nowhere, stays one
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(a), "text");
}

}  // namespace
}  // namespace polhode
