import {chmodSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {configFindings, geoFindings, keyFindings, stateFindings} from '../../source/doctor/doctor.js';
import {ownersFile} from '../helpers/known-geo.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

test('reports commands that lost a key, and warns about commands without any', t => {
	t.deepEqual(keyFindings(new Map()), []);
	t.deepEqual(keyFindings(new Map([['quit', ['x', 'Q']]])), [
		{
			state: 'warning',
			subject: 'keys',
			text: 'x now runs quit, and columns has no key left',
			advice: 'give it one in the config, "keys": {"columns": …}; or [] for no key',
		},
	]);
	t.deepEqual(keyFindings(new Map([['search', ['k', 'pagedown']]])), [
		{state: 'ok', subject: 'keys', text: 'k now runs search; row-up still has ↑'},
		{
			state: 'warning',
			subject: 'keys',
			text: 'PgDn now runs search, and page-down-key has no key left',
			advice: 'give it one in the config, "keys": {"page-down-key": …}; or [] for no key',
		},
	]);
});

test('commands with user keys, or with an empty list of keys, have lost no keys', t => {
	t.deepEqual(
		keyFindings(
			new Map([
				['quit', ['x']],
				['columns', []],
				['help', ['h', '?']],
			]),
		),
		[],
	);
});

test('hostile 29: reports files of searches and bookmarks that aren’t used', async t => {
	const folder = temporaryDirectory(t);
	const [searches, last, marks] = ['searches', 'last-searches', 'marks'].map(name => join(folder, name));
	t.deepEqual(await stateFindings(null), []);
	t.deepEqual(await stateFindings(folder), []);
	writeFileSync(searches ?? '', '');
	writeFileSync(marks ?? '', '');
	t.deepEqual(await stateFindings(folder), []);
	chmodSync(searches ?? '', 0o666);
	symlinkSync(marks ?? '', last ?? '');
	const subject = 'reqscope doesn’t use this file';
	t.deepEqual(
		(await stateFindings(folder)).map(one => [one.subject, one.text, 'advice' in one && one.advice]),
		[
			[
				searches,
				subject,
				`other users can write to the file: remove that permission with chmod go-w ${searches}`,
			],
			[last, subject, "it isn't a regular file, or too large: move it away"],
		],
	);
});

test('warns about a config file that isn’t read because of its name', t => {
	t.deepEqual(configFindings(null), []);
	t.deepEqual(configFindings('/x/config.json'), [
		{state: 'warning', subject: '/x/config.json', text: 'isn’t read', advice: 'rename it to config.jsonc'},
	]);
});

test('lists the databases of addresses with their dates, and warns about invalid ones', async t => {
	const folder = temporaryDirectory(t);
	const [owners, missing] = ['owners.mmdb', 'missing.mmdb'].map(name => join(folder, name));
	writeFileSync(owners ?? '', ownersFile);
	t.deepEqual(await geoFindings([owners ?? '', missing ?? '']), [
		{state: 'ok', subject: owners, text: 'GeoLite2-ASN of 2026-11-20, for asn:'},
		{
			state: 'warning',
			subject: missing,
			text: 'can’t be read: no such file',
			advice: 'change "geo" in the config',
		},
	]);
});
