CREATE TABLE "change_undos" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"from_own_browser" boolean DEFAULT false NOT NULL,
	"undoes_since" timestamp with time zone NOT NULL,
	"transfer_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "step_up_grants" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"type" text NOT NULL,
	"target" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "step_ups" (
	"session_uid" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"key_thumbprint" text NOT NULL,
	"act" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"request" text DEFAULT '' NOT NULL,
	"target" text NOT NULL,
	"code_hash" text NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"resend_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"link_hash" text,
	"link_expires_at" timestamp with time zone,
	"message_id" uuid,
	CONSTRAINT "verification_codes_type_subject_request_pk" PRIMARY KEY("type","subject","request")
);
--> statement-breakpoint
CREATE TABLE "confirmed_browsers" (
	"member_id" uuid NOT NULL,
	"browser_hash" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "confirmed_browsers_member_id_browser_hash_pk" PRIMARY KEY("member_id","browser_hash")
);
--> statement-breakpoint
CREATE TABLE "connection_tickets" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"connection" text NOT NULL,
	"subject" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"member_id" uuid NOT NULL,
	"target" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "phone_changes" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"country" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"member_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"backed_up" boolean NOT NULL,
	"from_own_browser" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"member_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_member_id_code_hash_pk" PRIMARY KEY("member_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text,
	"pending_secret" text,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_browsers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"former_hash" text,
	"sealed_secret" text,
	"session_uid" text,
	"user_agent" text,
	"country" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_payloads" (
	"kind" text NOT NULL,
	"id_hash" text NOT NULL,
	"payload" jsonb NOT NULL,
	"member_id" uuid,
	"grant_id" text,
	"session_uid" text,
	"consumed_at" timestamp with time zone,
	"sealed_answer" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "oidc_payloads_kind_id_hash_pk" PRIMARY KEY("kind","id_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_progress" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"member_id" uuid,
	"sealed_step" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"locale" text NOT NULL,
	"member_id" uuid,
	"sealed_content" text,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"html" text,
	"attachments" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	"recovery_asked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "password_attempts" (
	"subject" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "member_departures" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"comment" text,
	"left_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"user_agent" text,
	"country" text
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"connection" text NOT NULL,
	"subject" text NOT NULL,
	"member_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_connection_subject_pk" PRIMARY KEY("connection","subject")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_code" text NOT NULL,
	"email" text NOT NULL,
	"email_normalized" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"first_name" text,
	"last_name" text,
	"first_name_kana" text,
	"last_name_kana" text,
	"date_of_birth" date,
	"gender" text,
	"postal_code" text,
	"phone" text,
	"phone_country_code" text,
	"phone_confirmed_at" timestamp with time zone,
	"address" text,
	"city" text,
	"prefecture_id" smallint,
	"prefecture_name" text,
	"country" text,
	"email_opt_in" boolean,
	"remind_by_email" boolean DEFAULT true NOT NULL,
	"remind_by_notification" boolean DEFAULT true NOT NULL,
	"mfa_enabled" boolean DEFAULT false NOT NULL,
	"mfa_channel" text DEFAULT 'email' NOT NULL,
	"mfa_without_codes" boolean DEFAULT false NOT NULL,
	"terms_accepted_version" text,
	"locale" text DEFAULT 'ja' NOT NULL,
	"devices_known_since" timestamp with time zone,
	"broadcasts_read_until" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_member_code_unique" UNIQUE("member_code"),
	CONSTRAINT "members_email_normalized_unique" UNIQUE("email_normalized")
);
--> statement-breakpoint
CREATE TABLE "oidc_sessions" (
	"uid" text PRIMARY KEY NOT NULL,
	"id_hash" text,
	"member_id" uuid,
	"payload" jsonb NOT NULL,
	"user_agent" text,
	"network" text,
	"country" text,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"key_thumbprint" text,
	"key_bound_at" timestamp with time zone,
	"browser_since" timestamp with time zone,
	"browser_hash" text,
	"unconfirmed" boolean DEFAULT false NOT NULL,
	"trust_id" uuid,
	"ended_at" timestamp with time zone,
	"ended_grants" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "oidc_sessions_id_hash_unique" UNIQUE("id_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"team" text,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_credentials_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "terms_acceptances" (
	"member_id" uuid NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "terms_acceptances_member_id_version_pk" PRIMARY KEY("member_id","version")
);
--> statement-breakpoint
CREATE TABLE "terms_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"in_force_from" timestamp with time zone NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"texts" jsonb
);
--> statement-breakpoint
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
	"waits_for_approval" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"sealed_code" text,
	"external_link" text,
	"published_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"vapid_key" text NOT NULL,
	"session_uid" text NOT NULL,
	"key_thumbprint" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "kept_purchases" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"payment_id" uuid,
	"design_id" text NOT NULL,
	"price" integer NOT NULL,
	"sold_as" jsonb NOT NULL,
	"payment_type" text NOT NULL,
	"payment_status" text NOT NULL,
	"bought_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passport_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"passport_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"before_design_id" text NOT NULL,
	"before_photo_id" uuid,
	"changed_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passport_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider_id" uuid NOT NULL,
	"passport_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"url" text,
	"created_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passport_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"webp" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passport_reminders" (
	"passport_id" uuid NOT NULL,
	"day" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passport_reminders_passport_id_day_pk" PRIMARY KEY("passport_id","day")
);
--> statement-breakpoint
CREATE TABLE "passport_transfers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"passport_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid,
	"receiver_masked" text,
	"link_hash" text,
	"only_email" text,
	"giver_name" text,
	"message" text,
	"requested_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"before" jsonb,
	"before_photo_id" uuid,
	"undone_at" timestamp with time zone,
	CONSTRAINT "passport_transfers_decided" CHECK ((outcome is null) = (decided_at is null)),
	CONSTRAINT "passport_transfers_to" CHECK (receiver_masked is not null or link_hash is not null)
);
--> statement-breakpoint
CREATE TABLE "passports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"purchaser_id" uuid,
	"idempotency_key" uuid,
	"order_number" text NOT NULL,
	"order_line" smallint DEFAULT 1 NOT NULL,
	"order_size" smallint DEFAULT 1 NOT NULL,
	"request_hash" text,
	"design_id" text NOT NULL,
	"holder_kind" text NOT NULL,
	"holder_last_name" text NOT NULL,
	"holder_first_name" text NOT NULL,
	"holder_date_of_birth" date,
	"invited_email" text,
	"photo_id" uuid,
	"renews" uuid,
	"usage_start_date" date NOT NULL,
	"ext_expiration_date" date NOT NULL,
	"ext_permission" smallint NOT NULL,
	"ext_member_code" text,
	"confirmed_id_at" timestamp with time zone,
	"physical_card_issued_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"price" integer NOT NULL,
	"sold_as" jsonb NOT NULL,
	"payment_type" text,
	"payment_status" text,
	"transfer_status" text,
	"code_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passports_ext_member_code_unique" UNIQUE("ext_member_code"),
	CONSTRAINT "passports_payment" CHECK ((payment_type is null) = (payment_status is null))
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"restored_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"known_until" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unknown_payments" (
	"provider_id" uuid PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"reported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_acts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"credential_id" uuid NOT NULL,
	"passport_id" uuid,
	"act" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"turnstile" text,
	"code_period" integer,
	"request_id" uuid
);
--> statement-breakpoint
CREATE TABLE "release_documents" (
	"part" text NOT NULL,
	"version" text NOT NULL,
	"key" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_documents_key_part_version_pk" PRIMARY KEY("key","part","version")
);
--> statement-breakpoint
CREATE TABLE "release_history" (
	"seq" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"team" text NOT NULL,
	"token" text NOT NULL,
	"operation" json NOT NULL,
	"state" json NOT NULL,
	"request_key" text
);
--> statement-breakpoint
CREATE TABLE "release_loads" (
	"part" text NOT NULL,
	"version" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"loads" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "release_loads_part_version_minute_pk" PRIMARY KEY("part","version","minute")
);
--> statement-breakpoint
CREATE TABLE "call_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schema_floor" (
	"when" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "change_undos" ADD CONSTRAINT "change_undos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_undos" ADD CONSTRAINT "change_undos_transfer_id_passport_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."passport_transfers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_up_grants" ADD CONSTRAINT "step_up_grants_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "step_ups" ADD CONSTRAINT "step_ups_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmed_browsers" ADD CONSTRAINT "confirmed_browsers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_changes" ADD CONSTRAINT "phone_changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD CONSTRAINT "trusted_browsers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_payloads" ADD CONSTRAINT "oidc_payloads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_progress" ADD CONSTRAINT "sign_in_progress_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_departures" ADD CONSTRAINT "member_departures_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_events" ADD CONSTRAINT "member_events_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD CONSTRAINT "oidc_sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_version_terms_versions_version_fk" FOREIGN KEY ("version") REFERENCES "public"."terms_versions"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_reads" ADD CONSTRAINT "broadcast_reads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_reads" ADD CONSTRAINT "broadcast_reads_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_changes" ADD CONSTRAINT "passport_changes_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_changes" ADD CONSTRAINT "passport_changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_changes" ADD CONSTRAINT "passport_changes_before_photo_id_passport_photos_id_fk" FOREIGN KEY ("before_photo_id") REFERENCES "public"."passport_photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_payments" ADD CONSTRAINT "passport_payments_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_photos" ADD CONSTRAINT "passport_photos_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_reminders" ADD CONSTRAINT "passport_reminders_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_sender_id_members_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_receiver_id_members_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_transfers" ADD CONSTRAINT "passport_transfers_before_photo_id_passport_photos_id_fk" FOREIGN KEY ("before_photo_id") REFERENCES "public"."passport_photos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_owner_id_members_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_purchaser_id_members_id_fk" FOREIGN KEY ("purchaser_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_photo_id_passport_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."passport_photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passports" ADD CONSTRAINT "passports_renews_passports_id_fk" FOREIGN KEY ("renews") REFERENCES "public"."passports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD CONSTRAINT "staff_acts_credential_id_staff_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."staff_credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_acts" ADD CONSTRAINT "staff_acts_passport_id_passports_id_fk" FOREIGN KEY ("passport_id") REFERENCES "public"."passports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_undos_member" ON "change_undos" USING btree ("member_id","changed_at");--> statement-breakpoint
CREATE INDEX "change_undos_expired" ON "change_undos" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "step_up_grants_of_member" ON "step_up_grants" USING btree ("member_id","type");--> statement-breakpoint
CREATE INDEX "step_ups_member" ON "step_ups" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_codes_link" ON "verification_codes" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "verification_codes_expired" ON "verification_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "connection_tickets_expired" ON "connection_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_links_member" ON "mail_links" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "mail_links_expired" ON "mail_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expired" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_member" ON "passkeys" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "trusted_browsers_member" ON "trusted_browsers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "trusted_browsers_expired" ON "trusted_browsers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_payloads_grant" ON "oidc_payloads" USING btree ("grant_id","kind");--> statement-breakpoint
CREATE INDEX "oidc_payloads_member" ON "oidc_payloads" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "oidc_payloads_expired" ON "oidc_payloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_payloads_sealed" ON "oidc_payloads" USING btree ("consumed_at") WHERE sealed_answer is not null;--> statement-breakpoint
CREATE INDEX "sign_in_progress_member" ON "sign_in_progress" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "sign_in_progress_expired" ON "sign_in_progress" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox_messages" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox_messages" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_member" ON "outbox_messages" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "password_attempts_last" ON "password_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "member_events_newest" ON "member_events" USING btree ("member_id","happened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "member_events_time" ON "member_events" USING brin ("happened_at");--> statement-breakpoint
CREATE INDEX "connections_member" ON "connections" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "members_closed" ON "members" USING btree ("closed_at") WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX "oidc_sessions_member" ON "oidc_sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "oidc_sessions_expired" ON "oidc_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_sessions_ended" ON "oidc_sessions" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_credentials_name" ON "staff_credentials" USING btree ("name") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "broadcasts_newest" ON "broadcasts" USING btree ("published_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_of_member" ON "notifications" USING btree ("member_id","published_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("member_id","published_at") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_member" ON "push_subscriptions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_uid");--> statement-breakpoint
CREATE INDEX "push_subscriptions_browser" ON "push_subscriptions" USING btree ("key_thumbprint");--> statement-breakpoint
CREATE INDEX "kept_purchases_age" ON "kept_purchases" USING btree ("bought_at");--> statement-breakpoint
CREATE INDEX "passport_changes_of_member" ON "passport_changes" USING btree ("member_id","changed_at");--> statement-breakpoint
CREATE INDEX "passport_changes_of_passport" ON "passport_changes" USING btree ("passport_id");--> statement-breakpoint
CREATE INDEX "passport_changes_photo" ON "passport_changes" USING btree ("before_photo_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passport_payments_open" ON "passport_payments" USING btree ("passport_id") WHERE status = 'pending' and replaced_at is null;--> statement-breakpoint
CREATE INDEX "passport_payments_at_provider" ON "passport_payments" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "passport_payments_of_passport" ON "passport_payments" USING btree ("passport_id","created_at");--> statement-breakpoint
CREATE INDEX "passport_payments_unsettled" ON "passport_payments" USING btree ("asked_at") WHERE status in ('pending', 'refund_pending');--> statement-breakpoint
CREATE INDEX "passport_photos_age" ON "passport_photos" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passport_transfers_open" ON "passport_transfers" USING btree ("passport_id") WHERE outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "passport_transfers_link" ON "passport_transfers" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "passport_transfers_of_receiver" ON "passport_transfers" USING btree ("receiver_id");--> statement-breakpoint
CREATE INDEX "passport_transfers_of_passport" ON "passport_transfers" USING btree ("passport_id","sender_id");--> statement-breakpoint
CREATE INDEX "passport_transfers_of_sender" ON "passport_transfers" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "passport_transfers_photo" ON "passport_transfers" USING btree ("before_photo_id");--> statement-breakpoint
CREATE INDEX "passports_of_owner" ON "passports" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "passports_of_photo" ON "passports" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "passports_renewals" ON "passports" USING btree ("renews");--> statement-breakpoint
CREATE INDEX "passports_changed" ON "passports" USING btree ("updated_at") WHERE code_version > 1;--> statement-breakpoint
CREATE INDEX "passports_first_day" ON "passports" USING btree ("usage_start_date") WHERE canceled_at is null;--> statement-breakpoint
CREATE INDEX "passports_last_day" ON "passports" USING btree ("ext_expiration_date") WHERE canceled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "passports_order" ON "passports" USING btree ("order_number","order_line");--> statement-breakpoint
CREATE UNIQUE INDEX "passports_purchase" ON "passports" USING btree ("purchaser_id","idempotency_key","order_line");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_acts_period" ON "staff_acts" USING btree ("passport_id","code_period") WHERE act = 'entered';--> statement-breakpoint
CREATE UNIQUE INDEX "staff_acts_request" ON "staff_acts" USING btree ("credential_id","request_id");--> statement-breakpoint
CREATE INDEX "staff_acts_of_passport" ON "staff_acts" USING btree ("passport_id","happened_at");--> statement-breakpoint
CREATE INDEX "staff_acts_time" ON "staff_acts" USING brin ("happened_at");--> statement-breakpoint
CREATE INDEX "release_documents_of_part" ON "release_documents" USING btree ("part","version");--> statement-breakpoint
CREATE INDEX "release_history_time" ON "release_history" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "release_history_request" ON "release_history" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "rate_limits_expired" ON "rate_limits" USING btree ("resets_at");--> statement-breakpoint
-- What follows is written by hand: the history of releases cannot be changed.
CREATE FUNCTION "refuse_release_history_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'release_history is append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER "release_history_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "release_history"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_release_history_change"();--> statement-breakpoint
INSERT INTO "schema_floor" ("when") VALUES (1795922785383);--> statement-breakpoint
INSERT INTO "terms_versions" ("version", "in_force_from") VALUES ('2025-04-01', '2025-04-01T00:00:00+09:00');--> statement-breakpoint
INSERT INTO "terms_versions" ("version", "in_force_from", "changes") VALUES ('2026-11-01', '2026-11-01T00:00:00+09:00', '[
  {"ja": "第3条に、アカウントを安全に保つため、続けて誤ったパスワードが入力されたときなどに一時的にロックすることを加えました。", "en": "Article 3 now says that, to keep accounts safe, we may lock one for a while, for example after several wrong passwords in a row."},
  {"ja": "第4条に、パスポートの譲渡、カードの発行、取消しを画面からお手続きいただけることを加えました。", "en": "Article 4 now covers transferring a passport, having it issued as a card and cancelling it."},
  {"ja": "第8条で、アカウント設定からいつでも退会できるようにしました。", "en": "Under Article 8 you can now leave at any time from your account settings."}
]');
