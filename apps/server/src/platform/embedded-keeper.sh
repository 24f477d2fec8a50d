# Runs a program for as long as servers use it: sh embedded-keeper.sh <name> <signal> <tenths of a second> <program> …
# Every server holds the writing end of one named pipe and this reads it on descriptor 3. When the last server is gone, by a
# stop or by kill -9, the pipe ends: the program is asked to end by the signal, and killed when it does not in time.
shift
signal=$1 ticks=$2; shift 2
trap '' HUP INT
if command -v setpriv >/dev/null 2>&1; then setpriv --pdeathsig "$signal" "$@" 3<&- & else "$@" 3<&- & fi
child=$!
(
  read -r _ <&3
  exec 3<&-
  kill -s "$signal" "$child" 2>/dev/null
  while [ "$ticks" -gt 0 ] && kill -0 "$child" 2>/dev/null; do sleep 0.1; ticks=$((ticks - 1)); done
  kill -s KILL "$child" 2>/dev/null
) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
trap 'kill -s "$signal" "$child"' TERM
while :; do
  wait "$child"; code=$?
  kill -0 "$child" 2>/dev/null || break
done
kill "$watcher" 2>/dev/null
exit "$code"
