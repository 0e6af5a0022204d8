ALTER TABLE "step_up_proofs" ADD COLUMN "act" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "step_up_proofs" ADD COLUMN "spent_at" timestamp with time zone;