import DefaultTheme from 'vitepress/theme-without-fonts';
import './charts.css';
import './colors.css';

export default DefaultTheme;
