// Runs alone: it sets TMPDIR for the process.
import {readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {crashReport} from '../source/main.js';
import {temporaryDirectory} from './helpers/temporary-directory.js';

const {TMPDIR} = process.env;

test.afterEach.always(() => {
	if (TMPDIR === undefined) {
		delete process.env.TMPDIR;
	} else {
		process.env.TMPDIR = TMPDIR;
	}
});

/** Returns the file that a report names, which must be in the directory. */
function named(report: string, directory: string): string {
	const [, file = ''] = /\(the details are in (.*)\)$/.exec(report) ?? [];
	return file.startsWith(directory + path.sep) ? file : '';
}

test.serial('fault 45: the report is one line, and a file that only its owner can read has the stack', t => {
	const directory = temporaryDirectory(t);
	process.env.TMPDIR = directory;
	const error = new RangeError('it broke');
	const report = crashReport(error);
	t.regex(report, /^internal error in reqscope: it broke \(the details are in [^\n]+\)$/);
	const file = named(report, directory);
	t.is(readFileSync(file, 'utf8'), `${error.stack}\n`);
	t.is(statSync(file).mode & 0o777, 0o600);
	t.is(statSync(path.dirname(file)).mode & 0o777, 0o700);
	t.not(named(crashReport(error), directory), file, 'a file of its own each time');
});

test.serial("reports a thrown value that isn't an Error", t => {
	const directory = temporaryDirectory(t);
	process.env.TMPDIR = directory;
	const report = crashReport('a word');
	t.regex(report, /^internal error in reqscope: a word \(/);
	t.is(readFileSync(named(report, directory), 'utf8'), 'a word\n');
});

test.serial('reports the error even if no file can be written', t => {
	process.env.TMPDIR = path.join(temporaryDirectory(t), 'missing');
	t.is(crashReport(new Error('it broke')), 'internal error in reqscope: it broke');
});
