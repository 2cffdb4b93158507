import {useState} from 'react';
import type {Redaction} from '../../redaction/redaction.js';
import type {LiveListing} from '../listing/live-listing.js';

/** Whether what is secret is hidden, and what changes that. */
export type Hiding = {
	/** As it is drawn. */
	readonly isHiding: boolean;
	/** Hides what is secret, or shows it again. */
	redact(): void;
};

/** Hides what is secret on the screen. */
export function useHiding(redaction: Redaction, listing: Pick<LiveListing, 'reshow'>): Hiding {
	const [isHiding, setHiding] = useState(redaction.isOn());
	return {
		isHiding,
		redact() {
			redaction.toggle();
			setHiding(redaction.isOn());
			listing.reshow();
		},
	};
}
