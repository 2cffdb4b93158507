import {addedColumnNames, schemaStatements} from '../../../source/fleet/clickhouse/schema.js';

/** Returns the statements of an earlier version, whose tables lacked the columns that were added later. */
export function earlierStatements(...args: Parameters<typeof schemaStatements>): readonly string[] {
	const added = new RegExp(`^\\t\`(?:${addedColumnNames.join('|')})\`.*\\n`, 'gm');
	return schemaStatements(...args).map(statement => statement.replaceAll(added, ''));
}
