#!/bin/sh
# A full and a read-only disk, for which a small file system is mounted: needs root on Linux.
# Usage: tests/cli/full-disk.sh PATH/TO/kitpress
# A failed print must say why, leave no file and no `.part`, and keep the print that was there before.
set -eu
kitpress=$(realpath "$1")
dir=$(mktemp -d)
mounted=
clean() {
    [ -z "$mounted" ] || umount "$dir"
    rmdir "$dir"
}
trap clean EXIT
fail() {
    echo "FAILED: $1" >&2
    exit 1
}
export LANG=C NO_COLOR=1
unset LC_ALL LC_MESSAGES || true

mount -t tmpfs -o size=64k tmpfs "$dir"
mounted=yes
name=catch-and-run.arm.en.a4.pdf
mkdir "$dir/out"
echo "the last good print" > "$dir/out/$name"
# What is left must not be enough for the PDF.
head -c 60000 /dev/zero > "$dir/filler" 2>/dev/null || true
code=0
said=$("$kitpress" print catch-and-run --only arm --out "$dir/out" 2>&1) || code=$?
echo "$said"
[ "$code" = 1 ] || fail "exit code $code on a full disk"
case $said in *"No space left on device"*"hint: make room on the disk"*) ;; *) fail "the message" ;; esac
[ "$(ls -A "$dir/out")" = "$name" ] || fail "files are left: $(ls -A "$dir/out")"
[ "$(cat "$dir/out/$name")" = "the last good print" ] || fail "the earlier print is spoilt"

mount -o remount,ro "$dir"
code=0
said=$("$kitpress" print catch-and-run --only run --out "$dir/out" 2>&1) || code=$?
echo "$said"
[ "$code" = 1 ] || fail "exit code $code on a read-only disk"
case $said in *"Read-only file system"*"hint: choose another folder"*) ;; *) fail "the message" ;; esac
echo "fine"
