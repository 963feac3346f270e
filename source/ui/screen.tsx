/** What is on the screen: the header, what the view shows, the footer. */
import {Box} from 'ink';
import {Body} from './body.tsx';
import {Footer, type FooterProps, footerLines} from './footer.tsx';
import {Header} from './header.tsx';
import {least, tierOf} from './layout.ts';
import {Line, LookContext} from './parts/line.tsx';
import {shallow, useReport, useStore} from './store.ts';

/** All there is where the terminal is too small. */
function TooSmall({columns, rows}: {columns: number; rows: number}) {
	useReport({});
	return <Line spans={[['text', `too small: ${columns}x${rows}, needs ${least.columns}x${least.rows}`]]} />;
}

/** The whole screen. */
export function Screen(props: FooterProps) {
	const {columns, rows, look, footer} = useStore(
		shown => ({columns: shown.ui.columns, rows: shown.ui.rows, look: shown.look, footer: footerLines(shown)}),
		shallow,
	);
	const isTiny = tierOf(columns, rows) === 'tiny';
	return (
		<LookContext value={look}>
			<Box flexDirection="column" width={columns} height={rows}>
				{isTiny ? (
					<TooSmall columns={columns} rows={rows} />
				) : (
					<>
						<Header />
						<Body width={columns} height={rows - 1 - footer} />
						<Footer {...props} />
					</>
				)}
			</Box>
		</LookContext>
	);
}
