import {appendFileSync, existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {begin} from '../../../../source/fleet/ship/checkpoints/begin.js';
import type {Checkpoint} from '../../../../source/fleet/ship/checkpoints/checkpoint.js';
import {leftBehind} from '../../../../source/fleet/ship/checkpoints/left-behind.js';
import type {Compression} from '../../../../source/tail/archives/compression.js';
import {compress, compressions, endings} from '../../../helpers/compressed.js';
import {logLine, logStart} from '../../../helpers/log-lines.js';
import {FakeServer} from '../../../helpers/ship/fake-server.js';
import {shipUntil} from '../../../helpers/ship/ship-until.js';
import {temporaryDirectory} from '../../../helpers/temporary-directory.js';

const hour = 3_600_000;

/** A log on disk, and all lines ever written to it. */
class RotatedLog {
	readonly path: string;
	readonly #compression: Compression;
	readonly #lines: string[] = [];
	readonly #texts = new Map<string, string>();

	constructor(folder: string, compression: Compression) {
		this.#compression = compression;
		this.path = join(folder, 'access.log');
	}

	get lines(): readonly string[] {
		return this.#lines.toSorted();
	}

	/** Appends lines to the log or to a rotated file. `time` is the time of the first line, or null for lines without a time. */
	write(count: number, {name = '', time = Date.now() as number | null} = {}): void {
		const file = `${this.path}${name}`;
		const texts = Array.from({length: count}, (_, index) => {
			const url = `/${this.#lines.length + index}`;
			return time === null
				? `{"url":"${url}","status":200,"method":"GET","ip":"::1"}\n`
				: logLine({time: time + index, url});
		});
		this.#lines.push(...texts.map(text => text.trimEnd()));
		this.#texts.set(file, (this.#texts.get(file) ?? '') + texts.join(''));
		appendFileSync(file, texts.join(''));
	}

	rename(from: string, to: string): void {
		const [path, target] = [`${this.path}${from}`, `${this.path}${to}`];
		renameSync(path, target);
		this.#texts.set(target, this.#texts.get(path) ?? '');
		this.#texts.delete(path);
	}

	/** Frees the names for further rotated files. */
	shift(): void {
		const ending = endings[this.#compression];
		for (const name of ['.1', '.2', `.1${ending}`, `.2${ending}`]) {
			if (existsSync(`${this.path}${name}`)) {
				this.rename(
					name,
					name.replace(/\d/, digit => `${Number(digit) + 5}`),
				);
			}
		}
	}

	/** Like gzip, keeps the modification time, or only its seconds. */
	compress(name: string, isCoarse = false): void {
		const path = `${this.path}${name}`;
		const {mtimeMs} = statSync(path);
		const compressed = `${path}${endings[this.#compression]}`;
		writeFileSync(compressed, compress(this.#compression, this.#texts.get(path) ?? ''));
		const time = isCoarse ? Math.floor(mtimeMs / 1000) : mtimeMs / 1000;
		utimesSync(compressed, time, time);
		rmSync(path);
	}

	/** Like logrotate with `copytruncate`. */
	copyAndTruncate(name: string): void {
		const target = `${this.path}${name}`;
		const text = this.#texts.get(this.path) ?? '';
		writeFileSync(target, text);
		this.#texts.set(target, text);
		this.#texts.delete(this.path);
		writeFileSync(this.path, '');
	}
}

async function firstOf(path: string): Promise<Checkpoint> {
	return begin(undefined, 'web', 'there', [path]);
}

const kinds = [
	['a time', Date.now()],
	['no time', null],
	['a time to come', Date.now() + 5 * hour],
	['a time long ago', logStart],
] as const;

for (const compression of compressions) {
	test(`finds archives again that weren't examined before ship was killed (${compression})`, async t => {
		const log = new RotatedLog(temporaryDirectory(t), compression);
		const {path} = log;
		const server = new FakeServer();
		const now = Date.now();
		log.write(10);
		for (let age = 1; age <= 6; age++) {
			const written = now - age * hour;
			log.write(10, {name: `.${age}`, time: written - 10_000});
			utimesSync(`${path}.${age}`, written / 1000, written / 1000);
			log.compress(`.${age}`);
		}
		const first: Checkpoint = {
			...{version: 1, source: 'web', target: 'there', saved: now - 12 * hour, logs: [], plan: null},
			beginnings: [{path, begun: now - 12 * hour, identity: null}],
		};
		const killed = await shipUntil(t, first, {path, server, isOver: saves => saves === 3});
		t.true(server.lines.length < log.lines.length);
		await shipUntil(t, killed, {path, server, isOver: () => server.lines.length >= log.lines.length});
		t.deepEqual(server.lines, log.lines);
		t.deepEqual(server.mistakes, []);
	});
	for (const [kind, time] of kinds) {
		test(`no line of a log with ${kind} is lost if it is rotated while ship isn't running (${compression})`, async t => {
			const changes: ReadonlyArray<(log: RotatedLog) => void> = [
				log => log.rename('', '.1'),
				log => {
					log.rename('', '.1');
					log.compress('.1');
				},
				log => {
					log.rename('', '.1');
					log.write(4, {time});
					log.rename('.1', '.2');
					log.compress('.2', true);
					log.rename('', '.1');
				},
				log => log.copyAndTruncate('.1'),
				log => {
					log.copyAndTruncate('.1');
					log.compress('.1');
				},
			];
			for (const [index, change] of changes.entries()) {
				const log = new RotatedLog(temporaryDirectory(t), compression);
				const {path} = log;
				const server = new FakeServer();
				log.write(9, {time});
				let checkpoint = await firstOf(path);
				// The server is down: the unshipped lines are older than the checkpoint.
				checkpoint = await shipUntil(t, checkpoint, {
					...{path, server, isOver: (saves: number) => saves === 1},
					outcome: 'away',
				});
				change(log);
				log.write(3, {time});
				checkpoint = await shipUntil(t, checkpoint, {path, server, isOver: saves => saves === 2});
				log.write(3, {time});
				log.shift();
				change(log);
				log.write(3, {time});
				await shipUntil(t, checkpoint, {path, server, isOver: () => server.lines.length >= log.lines.length});
				t.deepEqual(server.lines, log.lines, `change ${index}`);
				t.deepEqual(server.mistakes, []);
			}
		});
	}
	test(`ships files that are rotated between listing and opening, and reports none as lost (${compression})`, async t => {
		const log = new RotatedLog(temporaryDirectory(t), compression);
		const {path} = log;
		const server = new FakeServer();
		log.write(9);
		const killed = await shipUntil(t, await firstOf(path), {path, server, isOver: saves => saves === 2});
		log.rename('', '.1');
		log.write(9);
		const listed = (): void => {
			log.rename('.1', '.2');
			log.compress('.2');
			log.rename('', '.1');
			log.write(9);
		};
		await shipUntil(t, killed, {
			...{path, server, listed},
			isOver: () => server.lines.length >= log.lines.length,
		});
		t.deepEqual(server.lines, log.lines);
		t.deepEqual(server.mistakes, []);
	});
	test(`skips an archive that was shipped, but examines a similar one (${compression})`, async t => {
		const log = new RotatedLog(temporaryDirectory(t), compression);
		const {path} = log;
		const server = new FakeServer();
		const first = await firstOf(path);
		log.write(9, {name: '.2'});
		log.compress('.2');
		log.write(9, {name: '.1'});
		log.write(9);
		const archive = `${path}.2${endings[compression]}`;
		t.deepEqual((await leftBehind(first, [path])).paths.toSorted(), [`${path}.1`, archive]);
		const saved = await shipUntil(t, first, {
			...{path, server},
			isOver: (_saves, {logs}) => logs.some(record => record.path === archive && record.isDone),
		});
		t.deepEqual((await leftBehind(saved, [path])).paths, [`${path}.1`]);
		// Two files were compressed in the same second by a program that keeps only whole seconds.
		const {mtimeMs} = statSync(archive);
		utimesSync(archive, Math.floor(mtimeMs / 1000), Math.floor(mtimeMs / 1000));
		t.deepEqual((await leftBehind(saved, [path])).paths, [`${path}.1`]);
		log.write(9, {name: '.3'});
		utimesSync(`${path}.3`, mtimeMs / 1000, mtimeMs / 1000);
		log.compress('.3', true);
		t.deepEqual((await leftBehind(saved, [path])).paths.toSorted(), [
			...[`${path}.1`, archive, `${path}.3${endings[compression]}`],
		]);
	});
}
