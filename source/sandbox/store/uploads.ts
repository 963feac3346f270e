/** Records of uploaded files (section 4.2; ours). The leads are in the world; the files are not stored. */
import type {Database} from './database.ts';

export const uploadTables = `
	create table uploads (
		id integer primary key,
		file_name text not null,
		list_id text not null,
		format text not null,
		dup_check text not null,
		total integer not null,
		inserted integer not null,
		duplicates integer not null,
		invalid integer not null,
		dnc integer not null,
		user_id integer not null references users,
		uploaded_at integer not null
	) strict;
`;

/** Rows of a file by their outcome; `total` is their sum. */
export type UploadCounts = {total: number; inserted: number; duplicates: number; invalid: number; dnc: number};

/** `uploadedAt` is world time. */
type NewUpload = UploadCounts & {
	fileName: string;
	listId: string;
	format: string;
	dupCheck: string;
	userId: number;
	uploadedAt: number;
};

export const createUploads = (database: Database) => ({
	/** Returns its number, counted from 1. */
	add: (upload: NewUpload): number => database.insert('uploads', upload),
});
