import {readFileSync} from 'node:fs';
import test from 'ava';
import {parseCommandLine} from '../../source/command-line/parse-command-line.js';
import {UsageError} from '../../source/command-line/usage-error.js';

const store = ['--store', 'clickhouse://localhost:8123/logs'];

test('ship takes its options, and other commands refuse them', t => {
	t.like(parseCommandLine(['ship', ...store, '--source', 'web-1', 'a.log']), {
		...{show: 'ship', paths: ['a.log'], source: 'web-1'},
		...{checkpoint: undefined, schema: undefined, cluster: '{cluster}', init: false},
	});
	t.is(parseCommandLine(['ship', '--schema', 'sharded']).schema, 'sharded');
	t.true(parseCommandLine(['ship', ...store, '--init']).init);
	t.is(parseCommandLine(['ship', '--schema', 'replicated', '--cluster', 'x']).cluster, 'x');
	t.true(parseCommandLine(['ship', ...store, '--source', 'x', '--init', '--poll', 'a.log']).poll);
	// The next step is the same command line with paths.
	t.is(parseCommandLine(['ship', ...store, '--source', 'web-1', '--init']).source, 'web-1');
});

for (const [args, message] of [
	[['ship'], /needs the path of a log/],
	[['ship', 'a.log'], /needs --store/],
	[['ship', ...store, 'a.log'], /needs --source NAME/],
	[['ship', ...store, '--source', 'x', '-'], /takes files/],
	[
		['ship', ...store, '--source', 'x', '--json', 'a.log'],
		/^ship sends the logs unchanged: --json has no effect/,
	],
	[
		['ship', ...store, '--source', 'x', '--alert', 'any x', 'a.log'],
		/^ship sends the logs unchanged: --alert has no effect/,
	],
	[
		['ship', ...store, '--source', 'x', '--columns', 'url', 'a.log'],
		/^ship sends the logs unchanged: --columns has no effect/,
	],
	[['ship', '--schema', 'all'], /--schema takes one of single, sharded, replicated, not all/],
	[['ship', '--init'], /--init needs --store/],
	[['ship', '--schema', 'sharded', '--cluster', "a'b"], /--cluster takes the name of a cluster/],
	[['ship', ...store, '--source', 'x', '--schema', 'single', 'a.log'], /ships nothing/],
	[['ship', '--store', 'clickhouse://logs.example/logs', '--source', 'x', 'a.log'], /clickhouses:\/\//],
	[['ship', ...store, '--source', 'x', '--rows', '5', 'a.log'], /--rows has no effect/],
	[['ship', '--schema', 'single', '--cluster', 'x'], /^--cluster is for --schema sharded, or --schema repl/],
	[['ship', ...store, '--init', '--cluster', 'x'], /^--cluster is for --schema sharded/],
	[['ship', ...store, '--source', 'x', '--cluster', 'x', 'a.log'], /^--cluster is for --schema sharded/],
	[['ship', '--schema', 'single', '--source', 'x'], /^--schema prints statements .*remove --source/],
	...([['--poll'], ['--checkpoint', 'x'], ['--format', 'combined'], ['--tz', 'utc']] as const).map(
		option =>
			[
				['ship', ...store, '--init', ...option],
				new RegExp(`^--init without a path creates the tables and ships nothing: remove ${option[0]}, or`),
			] as const,
	),
	[['--checkpoint', 'x', 'a.log'], /--checkpoint belongs to ship/],
] as const) {
	test(`wrong usage: ${args.join(' ')}`, t => {
		t.throws(() => parseCommandLine(args), {instanceOf: UsageError, message});
	});
}

test('ship accepts the command lines in the samples for systemd and containers', t => {
	const sample = (name: string): string => readFileSync(`samples/${name}`, 'utf8');
	const [, unit = ''] = /^ExecStart=\S+ (.+)$/m.exec(sample('reqscope-ship.service')) ?? [];
	t.is(parseCommandLine(unit.split(' ')).source, '%H');
	const [, container = ''] =
		/^#\s+reqscope-ship (--store .+)$/m.exec(sample('reqscope-ship.containerfile')) ?? [];
	t.is(parseCommandLine(['ship', ...container.split(' ')]).source, 'web-1');
});
