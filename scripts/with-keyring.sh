#!/bin/bash
# with-keyring.sh CMD...: runs CMD with a session bus of its own and an unlocked, throw-away Secret Service, so that
# tests and demos meet a real OS keychain and leave nothing in the user's. CMD's exit code passes through; 97: no Secret Service.
set -u
for tool in dbus-run-session dbus-send gnome-keyring-daemon; do
  command -v "$tool" >/dev/null || { echo "with-keyring: $tool is missing: apt-get install dbus-daemon dbus-bin gnome-keyring" >&2; exit 97; }
done
keyring_home=$(mktemp -d "${TMPDIR:-/tmp}/keyring.XXXXXX")
trap 'rm -rf "$keyring_home"' EXIT
export keyring_home
dbus-run-session -- bash -c '
  # In the foreground and waited for: a daemon that goes to the background outlives its command.
  XDG_DATA_HOME=$keyring_home XDG_CACHE_HOME=$keyring_home/cache XDG_RUNTIME_DIR= \
    gnome-keyring-daemon --foreground --unlock --components=secrets < <(printf throw-away) >/dev/null 2>&1 &
  keyring=$!
  trap "kill $keyring 2>/dev/null; wait $keyring 2>/dev/null" EXIT
  owned() { dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q "boolean true"; }
  for _ in {1..200}; do owned && break; sleep 0.05; done
  owned || { echo "with-keyring: the Secret Service did not start" >&2; exit 97; }
  "$@"' bash "$@"
