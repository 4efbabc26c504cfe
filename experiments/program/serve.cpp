// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "core/io/json.hpp"
#include "core/system/foreign_code.hpp"
#include "core/system/progress.hpp"
#include "core/system/user.hpp"
#include "experiments/answers/recommend.hpp"
#include "experiments/program/verbs.hpp"

namespace polhode::verbs {

namespace {

namespace http = boost::beast::http;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;
using boost::asio::ip::tcp;

constexpr std::size_t most_bytes = std::size_t(1) << 20;  ///< of a request
/// Time limits of a request and an answer. Other requests wait for connections that browsers open and do not use.
constexpr auto to_arrive = std::chrono::seconds(1), to_leave = std::chrono::seconds(10);

constexpr const char* form = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>polhode</title><link rel="icon" href="data:,">
<style>body{font:1rem sans-serif;margin:1rem}textarea,iframe{width:100%;box-sizing:border-box;border:1px solid}iframe{height:90vh}</style>
<form><h1>Method and step for a body</h1>
<label>Body, as in a spec file <textarea name="spec" rows="12" spellcheck="false">{
  "body": {"inertia": [1, 2, 3], "attitude": [1, 0, 0, 0], "angular_velocity": [0.3, -1.2, 0.5]},
  "torque": {"kind": "gravity", "moment": [0, 0, 0.5]},
  "time": 10
}</textarea></label>
<p><label>Attitude error <input name="attitude_error" value="0.1deg"></label>
<label>Time limit, s <input name="time_limit" value="10"></label>
<label>Methods <input name="method" placeholder="all"></label> <button>Recommend</button> <span role="status"></span></form>
<iframe title="The recommendation" hidden></iframe>
<script>
const form = document.querySelector("form"), said = form.querySelector("[role=status]"), page = document.querySelector("iframe");
form.onsubmit = async event => {
  event.preventDefault();
  const {spec, ...options} = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
  said.textContent = "running";
  try {
    const answer = await fetch("", {method: "POST", body: JSON.stringify({spec, options})}), text = await answer.text();
    said.textContent = answer.ok ? "" : text;
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
  return page;
}

/// Answers requests of this host and path only. Other pages in the browser do not know the path, and their own names
/// for this address are not this host.
Response answered(const Request& request, const std::string& port, const std::string& path) {
  Response response{http::status::ok, request.version()};
  const auto say = [&](http::status status, const char* type, std::string text) {
    response.result(status), response.body() = std::move(text);
    response.set(http::field::content_type, std::string(type) + "; charset=utf-8");
  };
  const auto host = request[http::field::host];
  if ((host != "127.0.0.1:" + port && host != "localhost:" + port) || request.target() != path)
    say(http::status::not_found, "text/plain", "the address is the one that polhode serve has printed");
  else if (request.method() == http::verb::get)
    say(http::status::ok, "text/html", form);
  else if (request.method() != http::verb::post)
    say(http::status::method_not_allowed, "text/plain", "accepted: GET and POST");
  else
    try {
      say(http::status::ok, "text/html", recommended(request.body()));
    } catch (const UserError& e) {
      say(http::status::bad_request, "text/plain", printable(e.what()));
    } catch (const Interrupted&) {
      throw;
    } catch (const NumbersChanged&) {  // nor is any answer after it reliable
      throw;
    } catch (const std::exception& e) {
      say(http::status::internal_server_error, "text/plain", "internal error: " + printable(e.what()));
    }
  response.set("Content-Security-Policy", "default-src 'self' 'unsafe-inline' data: blob:; frame-ancestors 'none'");
  response.set("Cache-Control", "no-store"), response.set("Referrer-Policy", "no-referrer");
  response.keep_alive(false), response.prepare_payload();
  return response;
}

/// Waits for the end of the operation that was begun, or for Ctrl-C.
void finish(boost::asio::io_context& io) {
  for (io.restart(); !io.stopped(); stop_if_interrupted()) io.run_for(std::chrono::milliseconds(100));
}

}  // namespace

Exit serve(const ServeOptions& options) {
  boost::asio::io_context io;
  tcp::acceptor door(io);
  try {
    door = tcp::acceptor(io, {boost::asio::ip::address_v4::loopback(), options.port});
  } catch (const boost::system::system_error& e) {
    throw UserError("--port: {} is given, {}; accepted: a free one, or 0 for any", options.port, e.code().message());
  }
  const auto port = std::to_string(door.local_endpoint().port());
  std::random_device random;
  const auto path = fmt::format("/{:08x}{:08x}{:08x}{:08x}/", random(), random(), random(), random());
  print(fmt::format("http://127.0.0.1:{}{}\nOpen this address in a browser of this machine. Ctrl-C ends it.\n", port,
                    path));
  try {
    for (;;) {
      std::optional<boost::beast::tcp_stream> client;
      boost::system::error_code failed;
      const auto done = [&](boost::system::error_code error, std::size_t) { failed = error; };
      door.async_accept([&](boost::system::error_code error, tcp::socket socket) {
        if (!error) client.emplace(std::move(socket));
      });
      finish(io);
      if (!client) continue;
      http::request_parser<http::string_body> request;
      request.header_limit(1 << 13), request.body_limit(most_bytes);
      boost::beast::flat_buffer buffer;
      client->expires_after(to_arrive);
      http::async_read(*client, buffer, request, done);
      finish(io);
      if (failed) continue;  // too long, too late, or no HTTP
      const auto response = answered(request.get(), port, path);
      client->expires_after(to_leave);
      http::async_write(*client, response, done);
      finish(io);
      client->socket().shutdown(tcp::socket::shutdown_send, failed);
    }
  } catch (const Interrupted&) {
    return Exit::ok;
  }
}

}  // namespace polhode::verbs
