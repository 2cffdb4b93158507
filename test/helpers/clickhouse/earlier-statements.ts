import {addedColumnNames, schemaStatements} from '../../../source/fleet/clickhouse/schema.js';

/** The statements of an earlier version, whose tables had no column that was added later. */
export function earlierStatements(...args: Parameters<typeof schemaStatements>): readonly string[] {
	const added = new RegExp(`^\\t\`(?:${addedColumnNames.join('|')})\`.*\\n`, 'gm');
	return schemaStatements(...args).map(statement => statement.replaceAll(added, ''));
}
