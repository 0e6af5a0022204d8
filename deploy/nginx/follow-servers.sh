#!/bin/sh
# nginx resolves the names of the servers when it reads its configuration. This looks whether they have other
# addresses since, as after an update of their containers, and has nginx read it again. nginx is process 1.
settings=/etc/nginx/conf.d/settings.conf
[ -f "$settings" ] || exit 0
names=$(sed -n 's/^.* server \([^ ;]*\):[0-9]* max_fails=1 .*$/\1/p; s/^ *server \([^ ;]*\):[0-9]* max_fails=1 .*$/\1/p' "$settings" | sort -u)
[ -n "$names" ] || exit 0
addresses() {
  for name in $names; do getent ahostsv4 "$name"; done | awk '{ print $1 }' | sort -u
}
known=$(addresses)
while sleep 2; do
  now=$(addresses)
  if [ -n "$now" ] && [ "$now" != "$known" ]; then
    known=$now
    kill -HUP 1
  fi
done &
