CREATE TABLE "release_figures" (
	"environment" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"cohort" text NOT NULL,
	"stage" text NOT NULL,
	"code" text NOT NULL,
	"count" integer NOT NULL,
	"judged" integer NOT NULL,
	"buckets" integer[] NOT NULL,
	CONSTRAINT "release_figures_pk" PRIMARY KEY("environment","minute","part","version","cohort","stage","code")
);
--> statement-breakpoint
CREATE INDEX "release_figures_time" ON "release_figures" USING btree ("minute");