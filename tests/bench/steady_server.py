"""A server that takes 50 ms for every answer, whatever else it does; alone in its process. Prints its port.

``/steady/search`` answers, ``/hang/search`` never does, ``/throttle/search`` refuses every request after the first
of a second.
"""

import asyncio
import json
import time

TOOK_S = 0.05
ROWS = [{"url": f"https://x.example/{n}", "title": "t", "highlights": [f"BTC price 64,{n}00 USD"]} for n in range(10)]
BODY = json.dumps({"requestId": "r", "results": ROWS}).encode()
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(BODY) + BODY
REFUSAL = b'HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 2\r\n\r\n{}'


async def main() -> None:
    loop = asyncio.get_running_loop()
    last_s = [0.0]

    class Talk(asyncio.Protocol):
        def connection_made(self, transport):
            self.out, self.read = transport, b""

        def data_received(self, data):
            self.read += data
            head, end, rest = self.read.partition(b"\r\n\r\n")
            if not end:
                return
            length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                           if line.startswith(b"content-length:")), 0)  # fmt: skip
            if len(rest) < length:
                return
            self.read = rest[length:]
            path = head.split(b" ", 2)[1]
            if path.startswith(b"/hang"):
                return
            answer = ANSWER
            if path.startswith(b"/throttle"):
                now_s = time.monotonic()
                answer = ANSWER if now_s - last_s[0] > 1 else REFUSAL
                last_s[0] = now_s if answer is ANSWER else last_s[0]
            loop.call_later(TOOK_S, self.say, answer)

        def say(self, answer):
            if not self.out.is_closing():
                self.out.write(answer)

    server = await loop.create_server(Talk, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
