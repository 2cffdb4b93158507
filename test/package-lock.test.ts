import {readFileSync} from 'node:fs';
import test from 'ava';

type Lock = {
	readonly packages: Readonly<Record<string, {readonly integrity?: string; readonly resolved?: string}>>;
};

const text = readFileSync('package-lock.json', 'utf8');

test('every package of the lock file is pinned by a sha512 hash of its content', t => {
	const {packages}: Lock = JSON.parse(text);
	const {'': project, ...installed} = packages;
	t.truthy(project);
	t.true(Object.keys(installed).length > 100);
	t.deepEqual(
		Object.entries(installed).flatMap(([path, {integrity}]) =>
			/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [path],
		),
		[],
	);
});

test('the lock file has no address of a registry', t => {
	t.notRegex(text, /"resolved"|https?:\/\/[^"]*(registry|npmjs\.org\/[^"]*\.tgz)/);
});
