CREATE TABLE "release_loads" (
	"part" text NOT NULL,
	"version" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"loads" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "release_loads_part_version_minute_pk" PRIMARY KEY("part","version","minute")
);
