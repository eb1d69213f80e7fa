"""One tool loop for every provider: only the way to send a body differs.

The README shows this file, without this docstring.
"""

from typing import Any

import toolwire


def ask(wire: Any, send: Any, request: Any, tools: dict[str, Any]) -> str:
    while True:
        reply = wire.decode_response(send(wire.encode_request(request)))
        request["messages"].append(reply["message"])
        if not (calls := toolwire.tool_calls(reply)):
            return toolwire.text(reply)
        for call in calls:
            result = {"toolCallId": call["id"], "name": call["name"]}
            try:
                if "invalidArguments" in call:
                    raise ValueError("the arguments are not a JSON object")
                value = tools[call["name"]](**call["arguments"])
                result |= {"kind": "text" if isinstance(value, str) else "data", "value": value}
            except Exception as error:
                result |= {"kind": "error", "value": str(error)}
            request["messages"].append({"role": "tool", "toolResult": result})
