/**
 * Runs the tests that need a real ClickHouse: `npm run test:clickhouse [-- AVA'S ARGUMENTS]`. If the engine isn't available,
 * prints the reason on one line and ends.
 */
import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {installEngine} from '../helpers/clickhouse/engine-folder.js';

const reason = await installEngine();
if (reason === undefined) {
	const ava = join('node_modules', '.bin', 'ava');
	const {status} = spawnSync(ava, ['--config', 'tools/ava.clickhouse.js', ...process.argv.slice(2)], {
		stdio: 'inherit',
	});
	process.exitCode = status ?? 1;
} else {
	console.log(`The tests with ClickHouse are left out: ${reason}`);
}
