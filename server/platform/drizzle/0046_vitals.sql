CREATE TABLE "release_vitals" (
	"environment" text NOT NULL,
	"period" timestamp with time zone NOT NULL,
	"part" text NOT NULL,
	"version" text NOT NULL,
	"cohort" text NOT NULL,
	"route" text NOT NULL,
	"visit" text NOT NULL,
	"figure" text NOT NULL,
	"counts" integer[] NOT NULL,
	"judged" integer[] NOT NULL,
	CONSTRAINT "release_vitals_pk" PRIMARY KEY("environment","period","part","version","cohort","route","visit","figure")
);
--> statement-breakpoint
CREATE INDEX "release_vitals_time" ON "release_vitals" USING btree ("period");