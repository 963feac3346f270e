/** upload_file: leads from a CSV (section 4.2; shapes ours). */
import type {Handlers} from './handler.ts';

export const uploads: Partial<Handlers> = {};
