import test from 'ava';
import {parseAddress} from '../../../source/command-line/store-address.js';
import {Connection} from '../../../source/fleet/clickhouse/connection.js';
import {credentialsOf} from '../../../source/fleet/clickhouse/credentials.js';
import {missingColumn} from '../../../source/fleet/clickhouse/schema.js';
import {Asker} from '../../../source/fleet/store/asker.js';
import {Tables} from '../../../source/fleet/store/tables.js';
import {knownRoutes} from '../../helpers/entry.js';

/** Records the statements of its queries. */
class RecordingAsker extends Asker {
	readonly statements: string[] = [];

	override async ask(statement: string) {
		this.statements.push(statement);
		return {rows: [], partial: false};
	}
}

test('the columns of text fields that a table lacks are NULL in all of a statement', async t => {
	const connection = new Connection(parseAddress('clickhouse://localhost/logs'), await credentialsOf({}));
	t.teardown(() => connection.close());
	const statements = ['SELECT edge', 'WITH 1 AS one SELECT edge'];
	const asked = async (lacking: readonly string[]): Promise<readonly string[]> => {
		const asker = new RecordingAsker(connection, () => {});
		const lacks = new Map(lacking.map(name => [name, 'run --init']));
		const tables = new Tables(connection, asker, {now: Date.now, routes: knownRoutes, lacks});
		t.is(tables.lackOfFields, lacks.get('fields'));
		for (const statement of statements) {
			await tables.ask(statement, [], {});
		}
		return asker.statements;
	};
	t.deepEqual(await asked([]), statements);
	t.deepEqual(await asked(['fields']), statements);
	const edge = `WITH ${missingColumn('edge')}`;
	t.deepEqual(await asked(['edge', 'fields']), [`${edge} SELECT edge`, `${edge}, 1 AS one SELECT edge`]);
});
