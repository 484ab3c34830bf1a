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
case $said in *"the disk is full"*"hint: make room on the disk"*) ;; *) fail "the message" ;; esac
[ "$(ls -A "$dir/out")" = "$name" ] || fail "files are left: $(ls -A "$dir/out")"
[ "$(cat "$dir/out/$name")" = "the last good print" ] || fail "the earlier print is spoilt"

# A table, a pad and a match: what was acknowledged is there, what was not is not, and all go on once there is room.
rm "$dir/filler"
export KITPRESS_DATA="$dir/data"
"$kitpress" start icecool --players Ann,Bob > /dev/null
"$kitpress" score Ann=1 Bob=0 > /dev/null
"$kitpress" matches Ann Bob Cho > /dev/null
head -c 65536 /dev/zero > "$dir/filler" 2>/dev/null || true
fill() {
    kept=0
    until [ "$kept" = 99 ] || ! "$kitpress" "$@" > /dev/null 2> /dev/null; do
        kept=$((kept + 1))
    done
    code=0
    said=$("$kitpress" "$@" 2>&1) || code=$?
    echo "$kept kept: $said"
    [ "$code" = 1 ] || fail "exit code $code of $1 on a full disk"
    case $said in *"the disk is full"*) ;; *) fail "the message of $1" ;; esac
}
fill do next
[ "$("$kitpress" log | grep -c " next$")" = "$kept" ] || fail "moves are lost or doubled"
fill score Ann=1 Bob=0
[ "$("$kitpress" score | awk '$1 == "total" { print $2 }')" = $((kept + 1)) ] || fail "rounds are lost or doubled"
fill matches 1=draw
"$kitpress" matches --standings | grep -q "1 drawn" || fail "the match is spoilt"
rm "$dir/filler"
for words in "do next" "score Ann=1" "matches 1=Ann"; do
    # shellcheck disable=SC2086
    "$kitpress" $words > /dev/null || fail "$words with room again"
done

mount -o remount,ro "$dir"
code=0
said=$("$kitpress" print catch-and-run --only run --out "$dir/out" 2>&1) || code=$?
echo "$said"
[ "$code" = 1 ] || fail "exit code $code on a read-only disk"
case $said in *"the disk is read-only"*"hint: choose another folder"*) ;; *) fail "the message" ;; esac
echo "fine"
