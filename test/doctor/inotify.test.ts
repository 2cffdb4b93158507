import {mkdirSync, symlinkSync, watch, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {inotifyFindings, inotifyUse} from '../../source/doctor/machine-findings.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

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
	t.deepEqual(inotifyUse(uid + 1, proc), {
		instances: {used: 0, limit: 128},
		watches: {used: 0, limit: 8192},
	});
});

test('null on a system without inotify', t => {
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
