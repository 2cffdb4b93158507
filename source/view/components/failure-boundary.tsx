import {PureComponent, type ReactNode} from 'react';

type Props = {
	/** Told of an error that a component below has thrown. */
	readonly failed: (error: unknown) => void;
	readonly children: ReactNode;
};

type State = {readonly isBroken: boolean};

/**
 * Takes the screen away when a part of it breaks. Ink would write the error's message as it stands, which may hold
 * anything, and lines of the source.
 */
export class FailureBoundary extends PureComponent<Props, State> {
	static getDerivedStateFromError(): State {
		return {isBroken: true};
	}

	override state: State = {isBroken: false};

	override componentDidCatch(error: unknown): void {
		this.props.failed(error);
	}

	override render(): ReactNode {
		return this.state.isBroken ? null : this.props.children;
	}
}
