import type {ExecutionContext} from 'ava';
import {KeptText} from '../../source/tail/archives/kept-text.js';
import {EventQueue} from '../../source/tail/event-queue.js';
import type {LogFile} from '../../source/tail/log-file.js';
import {Registry} from '../../source/tail/open/registry.js';
import type {TailContext} from '../../source/tail/open/tail-context.js';
import {EndedFiles} from '../../source/tail/rotation/ended-files.js';
import {FingerprintIndex} from '../../source/tail/rotation/fingerprint-index.js';
import {defaultSettings, type TailSettings} from '../../source/tail/tail-settings.js';

export type MadeTailContext = TailContext & {
	/** Files opened so far. */
	readonly opened: readonly LogFile[];
	/** Text of each notice so far. */
	readonly notices: readonly string[];
};

/** Creates the context that the parts of the tail share, without a running tail. Closes its files at the end of the test. */
export function makeTailContext(t: ExecutionContext, settings: Partial<TailSettings> = {}): MadeTailContext {
	const opened: LogFile[] = [];
	const notices: string[] = [];
	const all = {...defaultSettings, ...settings};
	const registry = new Registry();
	const keptText = new KeptText(all.keepPiped);
	const endedFiles = new EndedFiles(all, keptText);
	const events = new EventQueue({
		opened: file => opened.push(file),
		grown() {},
		ended() {},
		notice: ({text}) => notices.push(text),
		changed() {},
	});
	t.teardown(async () => {
		await Promise.all(Array.from(registry.files, file => file.close()));
		await endedFiles.close();
	});
	const fingerprintIndex = new FingerprintIndex();
	const isFollowing = true;
	return {
		isFollowing,
		settings: all,
		registry,
		endedFiles,
		fingerprintIndex,
		keptText,
		events,
		opened,
		notices,
	};
}
