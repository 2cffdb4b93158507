import {writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import test from 'ava';
import {isLater, seriesOf} from '../../../source/tail/paths/later-logs.js';
import {collect} from '../../helpers/collect.js';
import {bothWays, eachWay} from '../../helpers/each-way.js';
import {waitFor} from '../../helpers/wait-for.js';

test('a name with a date belongs to a series', t => {
	for (const [name, pattern] of [
		['access-20261120-13.log', 'access-*.log'],
		['localhost_access_log.2026-11-20.txt', 'localhost_access_log.*.txt'],
		['web1-access.log.1795824000', 'web1-access.log.*'],
		['u_ex261120.log', 'u_ex*.log'],
		['access.log', undefined],
		['access.log.1', undefined],
		['access-8080.log', undefined],
	] as const) {
		t.is(seriesOf(name)?.pattern, pattern, name);
	}

	t.true(isLater('access-20261120-14.log', 'access-20261120-13.log'));
	t.false(isLater('access-20261120-12.log', 'access-20261120-13.log'));
	t.false(isLater('access-20261120-14.log.gz', 'access-20261120-13.log'));
	t.false(isLater('other-20261120-14.log', 'access-20261120-13.log'));
	t.false(isLater('access-20261121.log', 'access-20261120-13.log'));
});

eachWay(
	'a later log beside a followed one is reported once, with the pattern, unless it is read',
	async (t, options, directory) => {
		const path = (hour: number) => join(directory, `access-20261120-${hour}.log`);
		writeFileSync(path(12), 'twelve\n');
		writeFileSync(path(13), 'thirteen\n');
		writeFileSync(path(14), 'fourteen\n');
		const collected = collect(t, [path(13), path(14)], options);
		await collected.followed.started;
		writeFileSync(path(15), 'fifteen\n');
		writeFileSync(path(16), 'sixteen\n');
		await waitFor(() => collected.notices.length === 2);
		const pattern = join(directory, 'access-*.log');
		t.deepEqual(
			collected.notices.map(({text}) => text),
			[13, 14].map(
				() =>
					`${basename(path(15))} is a later log beside it and is not read; to follow all of them, give the pattern '${pattern}'.`,
			),
		);
	},
	bothWays,
);

eachWay(
	'a pattern has no later logs',
	async (t, options, directory) => {
		writeFileSync(join(directory, 'access-20261120-13.log'), 'thirteen\n');
		const collected = collect(t, [join(directory, '*.log')], options);
		await collected.until('thirteen\n');
		writeFileSync(join(directory, 'access-20261120-14.log'), 'fourteen\n');
		await collected.until('thirteen\nfourteen\n');
		t.deepEqual(collected.notices, []);
	},
	bothWays,
);
