CREATE TABLE "session_pages" (
	"user_id" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"page" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"confidence" real DEFAULT 0 NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"engine" text,
	"words" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image" "bytea",
	CONSTRAINT "session_pages_user_id_file_id_page_pk" PRIMARY KEY("user_id","file_id","page")
);
--> statement-breakpoint
ALTER TABLE "session_files" ADD COLUMN "ocr_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_files" ADD COLUMN "ocr_pages" integer;--> statement-breakpoint
ALTER TABLE "session_files" ADD COLUMN "ocr_done" integer;--> statement-breakpoint
ALTER TABLE "session_files" ADD COLUMN "ocr_weak" integer;--> statement-breakpoint
ALTER TABLE "session_files" ADD COLUMN "ocr_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_pages" ADD CONSTRAINT "session_pages_user_id_file_id_session_files_user_id_id_fk" FOREIGN KEY ("user_id","file_id") REFERENCES "public"."session_files"("user_id","id") ON DELETE cascade ON UPDATE no action;