#!/bin/sh
# Run by the image of Postgres once, when its volume is new: the service gets a role that owns its database and nothing else, and
# the superuser no password, so that he is not reached over the network.
set -eu
psql --username=postgres --dbname=postgres --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role pontepay login nosuperuser nocreatedb nocreaterole password :'password';
create database sandbox owner pontepay;
alter role postgres password null;
SQL
