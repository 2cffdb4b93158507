import type {ExecutionContext} from 'ava';
import type {LogFile} from '../../source/tail/log-file.js';
import {tail} from '../../source/tail/tail.js';
import type {TailSettings} from '../../source/tail/tail-settings.js';
import type {Notice, Tail} from '../../source/tail/tail-types.js';
import {waitFor} from './wait-for.js';

export type CollectedFile = {
	readonly file: LogFile;
	/** Text read from the file so far, from its beginning. */
	text: string;
	/** Size of the file when it was opened, in bytes. */
	readonly sizeAtOpening: number;
	ended: boolean;
};

export type Collected = {
	readonly followed: Tail;
	readonly files: readonly CollectedFile[];
	readonly notices: readonly Notice[];
	/** Calls in order, such as `opened 0` and `grown 0`. */
	readonly calls: readonly string[];
	/** Returns the text of all files, in opening order. */
	text(): string;
	/** Waits until the text read from all files is exactly `text`. `deadline` is in ms. */
	until(text: string, deadline?: number): Promise<void>;
	/** Waits until `count` files have been opened. Files that have ended count, too. */
	untilOpened(count: number): Promise<void>;
	/** Waits until the file with this number has ended. */
	untilEnded(id: number): Promise<void>;
};

export type CollectOptions = {
	readonly follow?: boolean;
	readonly poll?: boolean;
	readonly settings?: Partial<TailSettings>;
};

/** Follows the paths and reads all files as the next stage of the program does. Closed at the end of the test. */
export function collect(
	t: ExecutionContext,
	paths: readonly string[],
	options: CollectOptions = {},
): Collected {
	const files: CollectedFile[] = [];
	const notices: Notice[] = [];
	const calls: string[] = [];
	let reading = Promise.resolve();

	const read = (file: LogFile) => {
		reading = reading.then(async () => {
			const collected = files[file.id];
			const buffer = Buffer.alloc(64 * 1024);
			while (collected !== undefined) {
				const from = file.continues ? file.startSize : 0;
				const count = await file.read(buffer, from + Buffer.byteLength(collected.text, 'latin1'));
				if (count === 0) {
					break;
				}
				collected.text += buffer.toString('latin1', 0, count);
			}
		});
	};
	const {follow: following = true, poll = false, settings = {}} = options;
	const followed = tail(
		{paths, follow: following, poll},
		{
			opened(file) {
				t.is(file.id, files.length);
				files.push({file, text: '', sizeAtOpening: file.size, ended: false});
				calls.push(`opened ${file.id}`);
				read(file);
			},
			grown(file) {
				t.false(files[file.id]?.ended ?? true, 'grown comes between opened and ended');
				calls.push(`grown ${file.id}`);
				read(file);
			},
			ended(file) {
				calls.push(`ended ${file.id}`);
				const collected = files[file.id];
				t.false(collected?.ended ?? true, 'ended comes once, after opened');
				if (collected !== undefined) {
					collected.ended = true;
				}
				read(file);
			},
			notice: notice => notices.push(notice),
			changed: () => calls.push('changed'),
		},
		settings,
	);
	t.teardown(() => followed.close());
	const text = () => files.map(file => file.text).join('');
	const describe = () => JSON.stringify({text: text(), calls, states: followed.states(), notices});
	return {
		followed,
		files,
		notices,
		calls,
		text,
		async until(expected, deadline) {
			await waitFor(
				() => text() === expected,
				() => `${JSON.stringify(expected)} instead of ${describe()}`,
				deadline,
			);
		},
		async untilOpened(count) {
			await waitFor(
				() => files.length === count,
				() => `${count} files: ${describe()}`,
			);
		},
		async untilEnded(id) {
			await waitFor(
				() => files[id]?.ended ?? false,
				() => `end of ${id}: ${describe()}`,
			);
			await reading;
		},
	};
}
