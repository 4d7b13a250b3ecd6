#!/bin/sh
# The network layer: HTTP, WebSocket and static files over loopback, then a crowd of rude clients (NET_CHURN of them).
exec /usr/bin/python3 "$(dirname "$0")/test_net.py"
