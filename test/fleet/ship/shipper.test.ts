import {setTimeout as pause} from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import type {Checkpoint} from '../../../source/fleet/ship/checkpoints/checkpoint.js';
import type {Batch, BatchLimits} from '../../../source/fleet/ship/delivery/batch.js';
import {Delivery} from '../../../source/fleet/ship/delivery/delivery.js';
import {Shipper} from '../../../source/fleet/ship/shipper.js';
import {runs} from '../../helpers/for-all.js';
import {logLine, logStart} from '../../helpers/log-lines.js';
import {FakeServer, type Outcome} from '../../helpers/ship/fake-server.js';
import {OpenWorldFile, WorldFile} from '../../helpers/ship/file-world.js';
import {waitFor} from '../../helpers/wait-for.js';

const limits: BatchLimits = {rows: 7, bytes: 4000, time: 2, fewRows: 2, days: 3};

/** Files, a server, and a program that ships them until it is killed. */
class World {
	readonly server = new FakeServer();
	readonly said: string[] = [];
	checkpoint: Checkpoint = {
		...{version: 1, source: 'web', target: 'there', saved: 0},
		...{logs: [], beginnings: [], plan: null},
	};
	readonly #files: WorldFile[] = [];
	#outcomes: Outcome[] = [];
	#run = 0;
	/** Number of steps until the program is killed. */
	#life = Number.POSITIVE_INFINITY;
	#shipper: Shipper | undefined;
	#opened: OpenWorldFile[] = [];
	#ended: Promise<void> = Promise.resolve();

	file(path: string): WorldFile {
		let file = this.#files.find(other => other.path === path);
		if (file === undefined) {
			file = new WorldFile(path);
			this.#files.push(file);
			this.#open(file);
		}
		return file;
	}

	write(path: string, text: string): void {
		this.file(path).append(text);
		this.#shipper?.grown();
	}

	rotate(path: string): void {
		const name = `${path}.${this.#files.length}`;
		const file = this.file(path);
		file.path = name;
		const open = this.#opened.find(other => other.file === file);
		if (open !== undefined) {
			this.#shipper?.ended(open);
		}
	}

	/** Sets the outcomes of the next attempts. Later ones succeed. */
	fail(outcomes: readonly Outcome[]): void {
		this.#outcomes = [...outcomes];
	}

	/** Kills the program after this number of steps: before or after a read, a save, or an attempt. */
	killAfter(steps: number): void {
		this.#life = steps;
	}

	start(): void {
		const run = ++this.#run;
		// Its further actions have no effect, because it counts as killed, but its timers must end.
		this.#shipper?.stop();
		this.#life = Number.POSITIVE_INFINITY;
		const gate = async (): Promise<void> => this.#step(run);
		const insert = async (batch: Batch): Promise<void> => {
			await gate();
			this.server.take(batch, this.#outcomes.shift() ?? 'taken');
			await gate();
		};
		const shipper = new Shipper({
			source: 'web',
			checkpoint: this.checkpoint,
			save: async checkpoint => {
				await gate();
				this.checkpoint = JSON.parse(JSON.stringify(checkpoint));
				await gate();
			},
			delivery: new Delivery(insert, {first: 1, max: 2}),
			sizes: {chunk: 700, head: 5000},
			follow: true,
			notify: (path, text) => this.said.push(`${path}: ${text}`),
			limits,
			times: {retry: 3, patience: 50},
		});
		this.#shipper = shipper;
		this.#opened = [];
		for (const file of this.#files) {
			this.#open(file);
		}
		this.#ended = shipper.run(Promise.resolve());
	}

	async stop(): Promise<void> {
		this.#shipper?.stop();
		await Promise.race([this.#ended, pause(200)]);
	}

	/** Restarts the program and waits until everything has been shipped. */
	async finish(): Promise<void> {
		this.fail([]);
		this.start();
		for (const open of this.#opened) {
			if (isRotated(open.file)) {
				this.#shipper?.ended(open);
			}
		}
		await waitFor(
			// The checkpoint covers everything that must be shipped.
			() => this.#shipper?.progress.lag === this.unfinished && this.checkpoint.plan === null,
			() => `${JSON.stringify(this.#shipper?.progress)} ${this.unfinished} ${this.said.join('\n')}`,
			5000,
		);
		await this.stop();
	}

	/** Bytes without a line end in files that may still grow. */
	get unfinished(): number {
		return this.#files
			.filter(file => !isRotated(file) && hasRequest(file))
			.reduce((sum, {bytes}) => sum + bytes.length - (bytes.lastIndexOf('\n') + 1), 0);
	}

	/** Every whole line of files with at least one request, and also the last line of rotated files. */
	get lines(): readonly string[] {
		return this.#files.flatMap(file => {
			const lines = file.bytes.toString().split('\n');
			const last = lines.pop() ?? '';
			const all = isRotated(file) && last !== '' ? [...lines, last] : lines;
			return isRotated(file) || hasRequest(file) ? all : [];
		});
	}

	#open(file: WorldFile): void {
		const run = this.#run;
		const open = new OpenWorldFile(this.#opened.length, file, async () => this.#step(run));
		this.#opened.push(open);
		this.#shipper?.opened(open);
	}

	async #step(run: number): Promise<void> {
		await pause(0);
		if (run !== this.#run || this.#life-- <= 0) {
			// A killed program does nothing more.
			await new Promise(() => {});
		}
	}
}

/** A log can't be identified before its first request. */
function hasRequest({bytes}: WorldFile): boolean {
	return /^203.*"\n/m.test(bytes.toString());
}

function isRotated({path}: WorldFile): boolean {
	return /\.\d+$/.test(path);
}

type Action =
	| {readonly kind: 'write'; readonly path: string; readonly count: number; readonly cut: boolean}
	| {readonly kind: 'rotate'; readonly path: string}
	| {readonly kind: 'fail'; readonly outcomes: readonly Outcome[]}
	| {readonly kind: 'kill'; readonly steps: number}
	| {readonly kind: 'stop'}
	| {readonly kind: 'wait'};

const paths = fc.constantFrom('a.log', 'b.log');
const action: fc.Arbitrary<Action> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('write' as const),
			path: paths,
			count: fc.integer({min: 1, max: 12}),
			cut: fc.boolean(),
		}),
	},
	{weight: 2, arbitrary: fc.record({kind: fc.constant('rotate' as const), path: paths})},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('fail' as const),
			outcomes: fc.array(fc.constantFrom<Outcome>('taken', 'away', 'half', 'unanswered'), {maxLength: 6}),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({kind: fc.constant('kill' as const), steps: fc.integer({min: 0, max: 12})}),
	},
	{weight: 1, arbitrary: fc.record({kind: fc.constant('stop' as const)})},
	{weight: 3, arbitrary: fc.record({kind: fc.constant('wait' as const)})},
);

test('every line is stored exactly once, regardless of kills and server failures', async t => {
	await fc.assert(
		fc.asyncProperty(fc.array(action, {minLength: 4, maxLength: 25}), async actions => {
			const world = new World();
			let number = 0;
			/** The rest of an unfinished line, by file. */
			const rests = new Map<WorldFile, string>();
			world.start();
			for (const step of actions) {
				switch (step.kind) {
					case 'write': {
						const file = world.file(step.path);
						let text = rests.get(file) ?? '';
						rests.delete(file);
						for (let count = 0; count < step.count; count++) {
							number++;
							// Some lines are from another day, some have a different format.
							const time = logStart + number * 1000 + (number % 5 === 0 ? 86_400_000 : 0);
							const url = `/${number}/${'x'.repeat(number % 11 === 0 ? 900 : number % 40)}`;
							text += number % 13 === 0 ? `garbage ${number}\n` : logLine({time, url});
						}
						const whole = text.length - (step.cut ? 30 : 0);
						if (step.cut) {
							rests.set(file, text.slice(whole));
						}
						world.write(step.path, text.slice(0, whole));
						break;
					}
					case 'rotate':
						rests.delete(world.file(step.path));
						world.rotate(step.path);
						break;
					case 'fail':
						world.fail(step.outcomes);
						break;
					case 'kill':
						world.killAfter(step.steps);
						await pause(6);
						world.start();
						break;
					case 'stop':
						await world.stop();
						world.start();
						break;
					default:
						await pause(5);
				}
			}
			try {
				await world.finish();
			} finally {
				await world.stop();
			}
			t.deepEqual(world.server.mistakes, []);
			t.deepEqual(world.server.lines, world.lines.toSorted(), world.said.join('\n'));
		}),
		{...runs(60), includeErrorInReport: true, endOnFailure: true},
	);
});
