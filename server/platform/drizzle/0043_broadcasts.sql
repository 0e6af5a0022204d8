CREATE TABLE "broadcast_reads" (
	"member_id" uuid NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "broadcast_reads_member_id_broadcast_id_pk" PRIMARY KEY("member_id","broadcast_id")
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"external_link" text,
	"published_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"locale" text,
	"country" text,
	"with_passport" boolean NOT NULL,
	"opted_in" boolean NOT NULL,
	"by_mail" boolean NOT NULL,
	"by_push" boolean NOT NULL,
	"wave_cursor" uuid,
	"waves_ended_at" timestamp with time zone,
	"mails" integer DEFAULT 0 NOT NULL,
	"pushes" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "broadcasts_read_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "broadcast_reads" ADD CONSTRAINT "broadcast_reads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_reads" ADD CONSTRAINT "broadcast_reads_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcasts_newest" ON "broadcasts" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST);