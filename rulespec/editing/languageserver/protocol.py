"""The protocol as pygls speaks it, but that every request is answered, be it by an error."""

from typing import Any

from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol


class AnsweringProtocol(LanguageServerProtocol):
    """Whoever asks waits for an answer: for one to what cannot be read, too, and to what he asks after the end."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "jsonrpc" in data and "method" in data and "id" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        asked = getattr(message, "id", None) if hasattr(message, "method") else None
        if self._shutdown and asked is not None:
            self._send_response(asked, error=JsonRpcInvalidRequest("the server has been shut down").to_response_error())
            return
        super().handle_message(message)
