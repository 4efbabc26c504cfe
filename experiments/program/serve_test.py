#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of `polhode serve`: who knows its address gets it, and a recommendation; who does not, gets nothing.

usage: serve_test.py PROGRAM LIBRARY
"""
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import unittest
import urllib.parse

PROGRAM, LIBRARY = sys.argv[1:]  # the library of plugin_broken_test.cpp
BODY = '{"body": {"inertia": [1, 2, 3], "angular_velocity": [0.3, -1.2, 0.5]}, "time": 10}'
LONG = BODY.replace("10}", '10000, "torque": {"kind": "gravity", "moment": [0, 0, 0.5]}}')


def within(seconds, holds):
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


class Serve(unittest.TestCase):
    def setUp(self):
        self.server = subprocess.Popen([PROGRAM, "serve"], env={**os.environ, "BROKEN": "throws"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = urllib.parse.urlsplit(self.server.stdout.readline().strip())
        self.assertRegex(self.url.geturl(), "^http://127.0.0.1:[0-9]+/[0-9a-f]{32}/$")

    def tearDown(self):
        self.server.send_signal(signal.SIGINT)
        self.assertEqual((self.server.communicate()[1], self.server.returncode), ("", 0))

    def ask(self, method="GET", path=None, body=None, **headers):
        guest = http.client.HTTPConnection("127.0.0.1", self.url.port)
        guest.request(method, path or self.url.path, body, headers)
        answer = guest.getresponse()
        text = answer.read().decode()
        guest.close()
        return answer.status, text, answer.headers

    def recommend(self, spec=BODY, **options):
        return self.ask("POST", body=json.dumps({"spec": spec, "options": options}))[:2]

    def test_a_body_is_typed_and_answered(self):
        status, form, headers = self.ask()
        self.assertEqual((status, headers["Cache-Control"], headers["Referrer-Policy"]), (200, "no-store", "no-referrer"))
        self.assertIn("'wasm-unsafe-eval'", headers["Content-Security-Policy"], "the player is WebAssembly")
        self.assertIn("<textarea", form)
        starts = json.loads(re.search(r"starts = (\{.*?\n\});", form, re.S)[1])
        self.assertGreater(len(starts), 3)
        for name, spec in starts.items():
            with self.subTest(name):
                self.assertEqual(self.recommend(json.dumps(spec), attitude_error="1e-3", method="mr", time_limit="2")[0], 200)
        status, page = self.recommend(attitude_error="0.1deg", method="exact")
        self.assertEqual((status, "polhode/recommendation/1" in page), (200, True))

    def test_mistakes_have_the_line_of_the_program(self):
        for given, line in (({}, "--attitude-error: missing"), ({"attitude_error": "1e-3", "atitude": 1}, "atitude: "),
                            ({"attitude_error": "1e-3", "emit": "/tmp/project"}, "options: html or emit is given"),
                            ({"attitude_error": "1e-3", "spec": "{"}, "spec: byte"),
                            ({"attitude_error": "1e-3", "spec": BODY.replace("inertia", "inertja")}, "body.inertja: ")):
            status, text = self.recommend(**given)
            self.assertEqual((status, text[:len(line)], text.count("\n")), (400, line, 0))
        self.assertEqual(self.ask("POST", body="[]")[0], 400)

    def test_what_is_no_mistake_of_the_user_ends_no_server(self):
        throws = json.dumps({**json.loads(BODY), "torque": {"kind": "library", "file": LIBRARY, "momentum": False}})
        self.assertEqual(self.recommend(throws, attitude_error="0.1"), (500, "internal error: it threw a tantrum"))
        self.assertEqual(self.ask()[0], 200)

    def test_others_get_nothing(self):
        port = self.url.port
        for other in ({"Host": f"evil.example:{port}"}, {"Host": "127.0.0.1"}, {"path": "/"}, {"path": self.url.path[:-1]},
                      {"path": self.url.path + "x"}, {"path": "/" + 32 * "0" + "/"}):  # a host that was bound to this address
            for method in ("GET", "POST"):
                status, text, _ = self.ask(method, body="{}", **other)
                self.assertEqual((status, "textarea" in text), (404, False))
        self.assertEqual((self.ask(Host=f"localhost:{port}")[0], self.ask("PUT", body="{}")[0]), (200, 405))
        with self.assertRaises(ConnectionRefusedError):  # another address of this machine
            socket.create_connection(("127.0.0.2", port))
        taken = subprocess.run([PROGRAM, "serve", "--port", str(port)], capture_output=True, text=True)
        self.assertEqual(taken.returncode, 2)
        self.assertRegex(taken.stderr, f"^polhode: --port: {port} is given, .*; accepted: a free one, or 0 for any\n$")

    def test_guests_who_say_nothing_keep_no_one_waiting(self):
        idle = [socket.create_connection(("127.0.0.1", self.url.port)) for _ in range(30)]
        begin = time.monotonic()
        self.assertEqual(self.ask()[0], 200)
        self.assertLess(time.monotonic() - begin, 0.9)  # the time in which one request has to arrive
        for guest in idle:
            guest.close()

    def test_endless_requests_end(self):
        """Chunks whose extensions go on and on, with and without the address, one long one and many short ones."""
        for path in ("/", self.url.path):
            for flood in (b"1;" + 65536 * b"x", 4096 * (b"1;" + 20 * b"x" + b"\r\nx\r\n")):
                guest = socket.create_connection(("127.0.0.1", self.url.port), timeout=0.2)
                begin = time.monotonic()
                try:
                    guest.sendall(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.url.port}\r\n"
                                  "Transfer-Encoding: chunked\r\n\r\n".encode())
                    while time.monotonic() - begin < 10:
                        guest.sendall(flood)
                except OSError:  # nobody listens
                    pass
                guest.close()
                self.assertLess(time.monotonic() - begin, 9, (path, flood[:30]))
        self.assertEqual(self.ask()[0], 200)
        with open(f"/proc/{self.server.pid}/status") as status:
            peak = re.search(r"VmHWM:\s*(\d+) kB", status.read())[1]
        self.assertLess(int(peak), 100000)

    def test_a_search_ends_with_its_guest(self):
        """A free body over so long a time that the search takes longer than this test."""
        body = json.dumps({"spec": LONG, "options": {"attitude_error": "1e-9", "time_limit": 100}})
        guest = http.client.HTTPConnection("127.0.0.1", self.url.port)
        guest.request("POST", self.url.path, body)
        searches = lambda: subprocess.run(["pgrep", "-P", str(self.server.pid)], capture_output=True).stdout.split()
        self.assertTrue(within(10, searches))
        self.assertEqual(self.ask()[0], 200)  # others get their page meanwhile
        self.assertTrue(searches())
        guest.close()
        self.assertTrue(within(5, lambda: not searches()))
        self.assertEqual(self.recommend(attitude_error="0.1deg", method="exact")[0], 200)

    def test_what_is_no_request_ends_no_server(self):
        for bad in (b"\0\xff\n\n", b"GET /" + 20000 * b"x" + b" HTTP/1.1\r\n\r\n", b"GET",
                    b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.url.port)) as guest:
                guest.sendall(bad)
                try:
                    self.assertEqual(guest.recv(1), b"")  # also of "GET", which does not end
                except ConnectionResetError:
                    pass
        self.assertEqual(self.ask()[0], 200)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
