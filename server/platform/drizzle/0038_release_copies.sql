CREATE TABLE "release_copies" (
	"environment" text NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"key" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_copies_environment_key_part_version_pk" PRIMARY KEY("environment","key","part","version")
);
