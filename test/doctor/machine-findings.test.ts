import {mkdirSync, readFileSync, symlinkSync, watch, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {
	clockFinding,
	inotifyFindings,
	inotifyUse,
	memoryFinding,
	nodeFinding,
} from '../../source/doctor/machine-findings.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('shows the version of Node and the form of the program, and warns about a version that is too old', t => {
	t.is(nodeFinding('20.18.3', 'bundle').state, 'warning');
	t.is(nodeFinding('18.20.0', 'bundle').state, 'warning');
	t.deepEqual(nodeFinding('20.19.0', 'bundle'), {
		state: 'ok',
		subject: 'Node.js',
		text: '20.19.0, runs the bundle',
	});
	t.is(nodeFinding('24.1.0', 'single file').text, '24.1.0, runs the single file');
});

test('accepts the oldest Node of package.json, and warns about older ones', t => {
	const {engines}: {engines: {node: string}} = JSON.parse(readFileSync('package.json', 'utf8'));
	const oldest = engines.node.replace('>=', '');
	const [major = 0, minor = 0] = oldest.split('.').map(Number);
	t.is(nodeFinding(`${major}.${minor}.0`, 'bundle').state, 'ok');
	t.is(nodeFinding(`${major}.${minor - 1}.9`, 'bundle').state, 'warning');
});

test('reports the memory, and the number of requests that fit', t => {
	t.deepEqual(memoryFinding(8 * 2 ** 30, 20_000_000), {
		state: 'ok',
		subject: 'memory',
		text: '8.0 GiB: the newest 20,000,000 requests fit',
	});
	t.is(memoryFinding(2 ** 27, 419_430).state, 'warning');
	t.is(memoryFinding(2 ** 27, 100).text, '0.1 GiB: the newest 100 requests fit');
});

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 20, 12);

function said(newest: number, modified = now): string {
	const finding = clockFinding('a.log', newest, modified, now);
	return finding.state === 'ok' ? finding.text : `${finding.text} -> ${finding.advice}`;
}

test('accepts a new line in a live file, and an old line in an old file', t => {
	t.is(said(now - 300), 'newest line now');
	t.is(said(now - 3000), 'newest line 3 s ago');
	t.is(said(now - 3 * hour, now - 3 * hour), 'newest line 3 h ago');
	t.is(said(now - 3 * hour - 11 * minute), 'newest line 3 h ago');
	t.is(said(now - 48 * hour), 'newest line 2 days ago');
});

test('distinguishes a wrong time zone from a wrong clock if lines are ahead of the clock', t => {
	t.is(said(now + 4 * minute), 'newest line now');
	t.regex(said(now + 2 * hour), /^its newest line is 2 h ahead of the clock -> .*--tz/);
	t.regex(said(now + 2 * hour + 30 * minute - 5000), /--tz/);
	t.regex(said(now + 70 * minute), /^its newest line is 70 min ahead of the clock -> set the clocks/);
	t.regex(said(now + 100 * hour), /set the clocks/);
});

test('reports lines in a live file that lag behind the clock by one time zone', t => {
	t.regex(said(now - 2 * hour), /^the time in its newest line is 2 h before it was written -> .*--tz/);
	t.is(said(now - 4 * hour, now - 2 * hour), 'newest line 4 h ago');
});

test('reports a clock that was never set', t => {
	t.regex(said(5000), /1970/);
});

const uid = process.getuid?.() ?? 0;

test('instances and watches of the user’s processes are counted', t => {
	const proc = temporaryDirectory(t);
	mkdirSync(join(proc, 'sys/fs/inotify'), {recursive: true});
	writeFileSync(join(proc, 'sys/fs/inotify/max_user_instances'), '128\n');
	writeFileSync(join(proc, 'sys/fs/inotify/max_user_watches'), '8192\n');
	for (const process of ['10', '11']) {
		mkdirSync(join(proc, process, 'fd'), {recursive: true});
		mkdirSync(join(proc, process, 'fdinfo'));
		symlinkSync('anon_inode:inotify', join(proc, process, 'fd/5'));
		symlinkSync('/var/log/syslog', join(proc, process, 'fd/6'));
		writeFileSync(
			join(proc, process, 'fdinfo/5'),
			'pos:\t0\ninotify wd:2 ino:1 sdev:1\ninotify wd:1 ino:2 sdev:1\n',
		);
	}
	const limits = {instances: {used: 2, limit: 128}, watches: {used: 4, limit: 8192}};
	t.deepEqual(inotifyUse(uid, proc), limits);
	t.deepEqual(inotifyUse(uid + 1, proc), {instances: {used: 0, limit: 128}, watches: {used: 0, limit: 8192}});
});

test('inotifyUse() returns null on a system without inotify', t => {
	t.is(inotifyUse(uid, temporaryDirectory(t)), null);
	t.deepEqual(inotifyFindings(null, undefined), [{state: 'ok', subject: 'file events', text: 'available'}]);
});

(process.platform === 'linux' ? test : test.skip)('a watch of this process is among those in use', t => {
	const watcher = watch(temporaryDirectory(t));
	t.teardown(() => watcher.close());
	const use = inotifyUse(uid);
	t.true((use?.instances.used ?? 0) >= 1);
	t.true((use?.watches.used ?? 0) >= 1);
});

test('warns about limits that are nearly reached, and about unavailable events', t => {
	const use = {instances: {used: 120, limit: 128}, watches: {used: 10, limit: 8192}};
	const [instances, watches] = inotifyFindings(use, undefined);
	t.deepEqual(instances, {
		state: 'warning',
		subject: 'inotify instances',
		text: '120 of 128 in use by this user',
		advice: 'raise it: sudo sysctl fs.inotify.max_user_instances=512',
	});
	t.is(watches?.state, 'ok');
	const [first] = inotifyFindings(use, 'too many open files');
	t.is(first?.state, 'warning');
	t.is(first?.text, 'not available: too many open files');
	t.is(inotifyFindings(null, 'not permitted').length, 1);
});
