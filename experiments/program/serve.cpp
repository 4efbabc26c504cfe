// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <poll.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <deque>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include "core/io/json.hpp"
#include "core/system/child.hpp"
#include "core/system/foreign_code.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/recommend.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

namespace http = boost::beast::http;
using boost::asio::ip::tcp;

/// Of a request, and of what is kept of it unread: extensions of chunks count for the latter alone.
constexpr std::size_t most_bytes = std::size_t(1) << 20, most_unread = std::size_t(1) << 16;
constexpr std::size_t most_guests = 100;  ///< connections; others wait at the door
/// Time limits of a request, from its connection to its last byte, and of an answer.
constexpr auto to_arrive = std::chrono::seconds(1), to_leave = std::chrono::seconds(10);

constexpr const char* form = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>polhode</title><link rel="icon" href="data:,">
<style>body{font:1rem sans-serif;margin:1rem}textarea,iframe{width:100%;box-sizing:border-box;border:1px solid}iframe{height:90vh}
label{display:inline-block;margin:0 1em .5em 0}[aria-invalid]{outline:2px solid #c00}output{color:#c00}</style>
<form><h1>Method and step for a body</h1>
<label>Start from <select></select></label><div></div>
<label style="width:100%">Body, as in a spec file <textarea name="spec" rows="14" spellcheck="false"></textarea></label>
<p><label>Attitude error <input name="attitude_error" value="0.1deg"></label>
<label>Time limit, s <input name="time_limit" value="10"></label>
<label>Methods <input name="method" placeholder="all"></label> <button>Recommend</button> <output></output></form>
<iframe title="The recommendation" hidden></iframe>
<script>
const starts = {
  "a box that is thrown": {"body": {"box": [0.3, 0.2, 0.1], "mass": 2, "angular_velocity": [3, 4, 2]}, "time": 10},
  "a racket about its middle axis": {"body": {"box": [0.7, 0.3, 0.03], "mass": 0.3, "angular_velocity": [0.05, 8, 0.05]}, "time": 10},
  "a top on its point": {"body": {"cylinder": [0.03, 0.01], "mass": 0.1, "angular_velocity": [0, 0, 60], "pivot": [0, 0, -0.04],
    "attitude": {"rotation_vector": [0.3, 0, 0]}}, "torque": {"kind": "gravity", "g": 9.81}, "time": 10},
  "a satellite with a wheel": {"body": {"box": [0.1, 0.2, 0.3], "mass": 8, "angular_velocity": [0.02, 0.01, 0.03]},
    "torque": {"kind": "rotors", "momentum": [0, 0, 0.005]}, "time": 600}
};
/// Its keys and their names; |x is the file's unit of x.
const boxes = {"box": "edges, |length", "cylinder": "radius and length, |length", "mass": "mass, |mass", "angular_velocity": "angular velocity, rad/|time", "time": "time, |time"};
const [form, page] = ["form", "iframe"].map(name => document.querySelector(name));
const [start, usual, text, said] = ["select", "div", "textarea", "output"].map(name => form.querySelector(name));
const label = (name, child) => Object.assign(document.createElement("label"), {textContent: name + " "}).appendChild(child).parentNode;
const read = () => { try { return JSON.parse(text.value); } catch { return {}; } };
const write = spec => { text.value = JSON.stringify(spec, null, 1).replace(/\[[^\[\]{}]*\]/g, list => list.replace(/\s+/g, " ")); };
/// The boxes of those keys that are there; what is typed in one is put into the text.
const fill = () => usual.replaceChildren(...Object.entries(boxes).flatMap(([key, name]) => {
  const place = spec => key === "time" ? spec : spec.body || {}, box = Object.assign(document.createElement("input"), {id: key});
  if (!(key in place(read()))) return [];
  box.value = [place(read())[key]].flat().join(", ");
  box.oninput = () => {
    const spec = read(), numbers = box.value.split(/[\s,]+/).filter(Boolean).map(x => isNaN(x) ? x : Number(x));
    place(spec)[key] = numbers.length > 1 ? numbers : numbers[0] ?? "", write(spec);
  };
  return [label(name.replace(/\|(\w+)/, (_, x) => read().units?.[x] ?? `unit of ${x}`), box)];
}));
/// What is wrong, and where: its box, or its line.
const refuse = why => {
  const key = why.match(/^[\w.]*/)[0].split(".").pop(), box = document.getElementById(key), at = text.value.indexOf(`"${key}"`);
  said.textContent = why;
  if (box) box.setAttribute("aria-invalid", "true"), box.after(said);
  else if (at >= 0) text.focus(), text.setSelectionRange(at, at + key.length + 2);
};
start.append(...Object.keys(starts).map(name => new Option(name)));
start.onchange = () => (write({"units": {"mass": "kg", "length": "m", "time": "s"}, ...starts[start.value]}), fill());
text.oninput = fill;
start.onchange();
form.onsubmit = async event => {
  event.preventDefault();
  const {spec, ...options} = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
  fill(), form.append(said), said.textContent = "running";
  try {
    const answer = await fetch("", {method: "POST", body: JSON.stringify({spec, options})}), text = await answer.text();
    answer.ok ? said.textContent = "" : refuse(text);
    if (answer.ok) page.hidden = false, page.src = URL.createObjectURL(new Blob([text], {type: "text/html"}));
  } catch { said.textContent = "no answer: polhode serve has ended, or the body has more than 1 MB"; }
};
</script></html>
)";

/// The page of a recommendation.
std::string recommended(const std::string& request) {
  const auto asked = parse_json(request, "request");
  if (!asked.is_object() || !asked.contains("spec") || !asked["spec"].is_string() || !asked.contains("options"))
    throw UserError("request: accepted: an object with spec, a text, and options");
  auto question = answers::question_of(asked["options"]);
  if (question.html || question.emit) throw UserError("options: html or emit is given; accepted: neither");
  std::string page;
  question.html = [&](const std::string& text) { page = text; };
  answers::recommend(question, parse_json(asked["spec"].get<std::string>(), "spec"));
  if (changed_numbers_are_noted())
    throw std::runtime_error("a torque from a library changed the rounding mode or the format of numbers");
  return page;
}

struct Answer {
  http::status status = http::status::ok;
  std::string text;  ///< a page, or why there is none
};

/// A connection, its request, and what it gets.
struct Guest {
  explicit Guest(tcp::socket socket) : stream(std::move(socket)) {
    request.header_limit(1 << 13), request.body_limit(most_bytes);
  }
  /// Whether it has closed its side, or all of the connection.
  bool has_left() {
    pollfd its{stream.socket().native_handle(), POLLRDHUP, 0};
    return ::poll(&its, 1, 0) != 0;
  }

  boost::beast::tcp_stream stream;
  boost::beast::flat_buffer buffer{most_unread};
  http::request_parser<http::string_body> request;
  http::response<http::string_body> response;
};
using Connection = std::shared_ptr<Guest>;
struct GuestHasLeft {};

/// Hears all connections at once, and answers who knows this host and path. Other pages in the browser do not know the
/// path, and their own names for this address are not this host.
class House {
 public:
  explicit House(std::uint16_t port) : door_(io_) {
    try {
      door_ = tcp::acceptor(io_, {boost::asio::ip::address_v4::loopback(), port});
    } catch (const boost::system::system_error& e) {
      throw UserError("--port: {} is given, {}; accepted: a free one, or 0 for any", port, e.code().message());
    }
    port_ = std::to_string(door_.local_endpoint().port());
    std::random_device random;
    path_ = fmt::format("/{:08x}{:08x}{:08x}{:08x}/", random(), random(), random(), random());
  }
  std::string url() const { return fmt::format("http://127.0.0.1:{}{}", port_, path_); }

  /// Serves until Ctrl-C: pages at once, recommendations one after the other.
  void serve() {
    for (;;) {
      attend();
      io_.run_for(std::chrono::milliseconds(50));
      if (waiting_.empty()) continue;
      const auto guest = waiting_.front();
      waiting_.pop_front();
      try {
        give(guest, answered(*guest));
      } catch (const GuestHasLeft&) {
      }
    }
  }

 private:
  void attend() {
    stop_if_interrupted();
    if (io_.stopped()) io_.restart();
    open();
    io_.poll();
  }
  void open() {
    if (is_open_ || *inside_ >= most_guests) return;
    is_open_ = true;
    door_.async_accept([this](boost::system::error_code failed, tcp::socket socket) {
      is_open_ = false;
      if (!failed) welcome(std::move(socket));
      open();
    });
  }
  void welcome(tcp::socket socket) {
    ++*inside_;
    const Connection guest(new Guest(std::move(socket)), [inside = inside_](Guest* gone) { delete gone, --*inside; });
    guest->stream.expires_after(to_arrive);
    http::async_read_header(guest->stream, guest->buffer, guest->request,
                            [this, guest](boost::system::error_code failed, std::size_t) {
                              if (!failed) hear(guest);  // else it is too long, too late, or no HTTP
                            });
  }
  /// What is not for here is answered before its body, whose time goes on.
  void hear(const Connection& guest) {
    const auto& request = guest->request.get();
    const auto host = request[http::field::host];
    if ((host != "127.0.0.1:" + port_ && host != "localhost:" + port_) || request.target() != path_)
      return give(guest, {http::status::not_found, "the address is the one that polhode serve has printed"}, false);
    if (request.method() == http::verb::get) return give(guest, {http::status::ok, form});
    if (request.method() != http::verb::post)
      return give(guest, {http::status::method_not_allowed, "accepted: GET and POST"});
    http::async_read(guest->stream, guest->buffer, guest->request,
                     [this, guest](boost::system::error_code failed, std::size_t) {
                       if (failed) return;
                       guest->stream.expires_never();
                       waiting_.push_back(guest);
                     });
  }
  /// In a process of its own, which is gone when the guest is.
  Answer answered(Guest& guest) {
    const auto meanwhile = [&] {
      attend();
      if (guest.has_left()) throw GuestHasLeft();
    };
    Answer answer;
    try {
      in_child(
          [&](const Send& send) {
            try {
              send(recommended(guest.request.get().body()));
            } catch (const UserError& e) {
              send(""), send(printable(e.what()));
            }
          },
          [&](std::string_view text) {  // nothing goes before the mistake of a user
            if (text.empty()) answer.status = http::status::bad_request;
            answer.text = text;
          },
          std::numeric_limits<double>::infinity(), meanwhile);
    } catch (const ChildFailed& e) {
      answer = {http::status::internal_server_error, "internal error: " + printable(e.what())};
    }
    return answer;
  }
  void give(const Connection& guest, const Answer& answer, bool with_time = true) {
    auto& response = guest->response;
    response = {answer.status, guest->request.get().version(), answer.text};
    const std::string type = answer.status == http::status::ok ? "text/html" : "text/plain";
    response.set(http::field::content_type, type + "; charset=utf-8");
    response.set("Content-Security-Policy",
                 "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; frame-ancestors 'none'");
    response.set("Cache-Control", "no-store"), response.set("Referrer-Policy", "no-referrer");
    response.keep_alive(false), response.prepare_payload();
    if (with_time) guest->stream.expires_after(to_leave);
    http::async_write(guest->stream, response, [this, guest](boost::system::error_code failed, std::size_t) {
      guest->stream.socket().shutdown(tcp::socket::shutdown_send, failed);
      let_go(guest);
    });
  }
  /// Until it closes, too, or its time is over: what it still sends would break off the answer.
  void let_go(const Connection& guest) {
    guest->buffer.clear();
    guest->stream.async_read_some(guest->buffer.prepare(most_unread),
                                  [this, guest](boost::system::error_code failed, std::size_t) {
                                    if (!failed) let_go(guest);
                                  });
  }

  boost::asio::io_context io_;
  tcp::acceptor door_;
  std::string port_, path_;
  std::deque<Connection> waiting_;
  const std::shared_ptr<std::size_t> inside_ = std::make_shared<std::size_t>(0);  ///< guests, who may outlive this
  bool is_open_ = false;
};

}  // namespace

Exit serve(const ServeOptions& options) {
  House house(options.port);
  print(house.url() + "\nOpen this address in a browser of this machine. Ctrl-C ends it.\n");
  try {
    house.serve();
  } catch (const Interrupted&) {
  }
  return Exit::ok;
}

}  // namespace polhode::verbs
