import {writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import test from 'ava';
import {isLater, seriesOf} from '../../../source/tail/paths/later-logs.js';
import {collect} from '../../helpers/collect.js';
import {eachTimedWay} from '../../helpers/each-way.js';
import {waitFor} from '../../helpers/wait-for.js';

const now = Date.UTC(2026, 10, 28);

test('a name with a date belongs to a series', t => {
	for (const [name, pattern] of [
		['access-20261120-13.log', 'access-*.log'],
		['localhost_access_log.2026-11-20.txt', 'localhost_access_log.*.txt'],
		['access.2026.11.20.log', 'access.*.log'],
		['access-2026-11-20T13-00-00.log', 'access-*.log'],
		['access.20261120130000.log', 'access.*.log'],
		['access-2026-11-20.3.log', 'access-*.log'],
		['access-2026-11.log', 'access-*.log'],
		['site123-access-20261120.log', 'site123-access-*.log'],
		['web1-access.log.1795824000', 'web1-access.log.*'],
		['web1-access.log.1495824000', undefined],
		['shop-1000001.log', undefined],
		['site12345678-access.log', undefined],
		['shop-20261320.log', undefined],
		['shop-20261132.log', undefined],
		['shop-120261120.log', undefined],
		['shop-202611209.log', undefined],
		['shop-261120.log', undefined],
		['u_ex26112013.log', 'u_ex*.log'],
		['u_ex261120.log', 'u_ex*.log'],
		['access.log', undefined],
		['access.log.1', undefined],
		['access-8080.log', undefined],
	] as const) {
		t.is(seriesOf(name, now)?.pattern, pattern, name);
	}
	t.true(isLater('access-20261120-14.log', 'access-20261120-13.log'));
	t.false(isLater('access-20261120-12.log', 'access-20261120-13.log'));
	t.false(isLater('access-20261120-14.log.gz', 'access-20261120-13.log'));
	t.false(isLater('other-20261120-14.log', 'access-20261120-13.log'));
	t.false(isLater('access-20261121.log', 'access-20261120-13.log'));
	t.false(isLater('shop-1000002.log', 'shop-1000001.log'));
	t.true(isLater('access.1795824000', 'access.1795737600', now));
});

eachTimedWay('a later log is reported once, unless it is read', async (t, options, {directory}) => {
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
				`only this log is followed; to follow later ones, such as ${basename(path(15))}, too, give the pattern '${pattern}'.`,
		),
	);
});

eachTimedWay('a rotated file beside its log has no later logs', async (t, options, {directory}) => {
	for (const name of ['access.log', 'access.log-20261119', 'access.log-20261120', 'shop-20261119.log']) {
		writeFileSync(join(directory, name), `${name}\n`);
	}
	const opened = ['access.log-20261119', 'shop-20261119.log'].map(name => join(directory, name));
	const collected = collect(t, opened, options);
	await collected.followed.started;
	writeFileSync(join(directory, 'access.log-20261121'), 'new\n');
	writeFileSync(join(directory, 'shop-20261120.log'), 'new\n');
	await waitFor(() => collected.notices.length > 0);
	t.deepEqual(
		collected.notices.map(({path}) => basename(path)),
		['shop-20261119.log'],
	);
});

eachTimedWay('a pattern has no later logs', async (t, options, {directory}) => {
	writeFileSync(join(directory, 'access-20261120-13.log'), 'thirteen\n');
	const collected = collect(t, [join(directory, '*.log')], options);
	await collected.until('thirteen\n');
	writeFileSync(join(directory, 'access-20261120-14.log'), 'fourteen\n');
	await collected.until('thirteen\nfourteen\n');
	t.deepEqual(collected.notices, []);
});
