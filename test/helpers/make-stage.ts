import type {ExecutionContext} from 'ava';
import {KeptText} from '../../source/tail/archives/kept-text.js';
import {Deliveries} from '../../source/tail/deliveries.js';
import type {LogFile} from '../../source/tail/log-file.js';
import {Registry} from '../../source/tail/open/registry.js';
import type {Stage} from '../../source/tail/open/tail-context.js';
import {EndedFiles} from '../../source/tail/rotation/ended-files.js';
import {Beginnings} from '../../source/tail/rotation/fingerprint-index.js';
import {defaultSettings, type FollowSettings} from '../../source/tail/tail-settings.js';

export type MadeStage = Stage & {
	/** The files that were opened. */
	readonly opened: readonly LogFile[];
	/** Texts of the notices. */
	readonly notices: readonly string[];
};

/** What the parts of the stage share, without the following around it. Its files are closed when the test is over. */
export function makeStage(t: ExecutionContext, settings: Partial<FollowSettings> = {}): MadeStage {
	const opened: LogFile[] = [];
	const notices: string[] = [];
	const all = {...defaultSettings, ...settings};
	const registry = new Registry();
	const keptText = new KeptText(all.keepPiped);
	const endedFiles = new EndedFiles(all, keptText);
	const deliveries = new Deliveries({
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
	const beginnings = new Beginnings();
	return {settings: all, registry, endedFiles, beginnings, keptText, deliveries, opened, notices};
}
