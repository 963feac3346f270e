/** Changes a database that nobody has open, as no service would, so that the change does not count as damage. */
import {DatabaseSync} from 'node:sqlite';
import {sumsOf} from '../../source/sandbox/store/sums.ts';

export const edit = (file: string, statements: string): void => {
	const database = new DatabaseSync(file);
	database.exec(statements);
	sumsOf(database).renew();
	database.close();
};
