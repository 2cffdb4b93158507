import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';

const guarantees = readFileSync('docs/guarantees.md', 'utf8');

/** The numbers in the first column of the table in that section. */
function listed(section: string): readonly number[] {
	const [, rest = ''] = guarantees.split(`\n## ${section}\n`);
	const [table = ''] = rest.split('\n## ');
	return [...table.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
}

const sources = readdirSync('test', {recursive: true, encoding: 'utf8'})
	.filter(path => /\.test\.tsx?$/.test(path) || path.startsWith(join('helpers', 'store-contract')))
	.map(path => readFileSync(join('test', path), 'utf8'));

/** Titles of tests begin so: `fault 21, 22: …`, `hostile 1–9: …`, or with a number of a table, `fault ${fault}: …`. */
function named(kind: string): readonly number[] {
	const numbers = new Set<number>();
	for (const source of sources) {
		const lists = [...source.matchAll(new RegExp(`['"\`]${kind} (\\d[\\d, –]*):`, 'g'))];
		const rows = source.includes(`\`${kind} \${`) ? [...source.matchAll(/^\t\[(\d+), /gm)] : [];
		for (const part of [...lists, ...rows].flatMap(([, list = '']) => list.split(', '))) {
			const [first = 0, last = first] = part.split('–').map(Number);
			for (let number = first; number <= last; number++) {
				numbers.add(number);
			}
		}
	}
	return [...numbers].sort((a, b) => a - b);
}

for (const [kind, section] of [
	['fault', 'Faults of logs'],
	['hostile', 'Hostile input'],
] as const) {
	test(`titles of tests name each ${kind} that the guarantees list, and no other`, t => {
		t.deepEqual(named(kind), listed(section));
	});
}
