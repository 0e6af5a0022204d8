CREATE TABLE "release_documents" (
	"part" text NOT NULL,
	"version" text NOT NULL,
	"key" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_documents_key_part_version_pk" PRIMARY KEY("key","part","version")
);
--> statement-breakpoint
DROP TABLE "release_copies" CASCADE;--> statement-breakpoint
CREATE INDEX "release_documents_of_part" ON "release_documents" USING btree ("part","version");--> statement-breakpoint
UPDATE "schema_floor" SET "when" = 1795902397205;