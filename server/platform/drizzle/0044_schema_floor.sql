CREATE TABLE "schema_floor" (
	"when" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO "schema_floor" ("when") VALUES (1795734757887);
