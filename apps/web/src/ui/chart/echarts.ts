import {
  BarChart,
  BoxplotChart,
  ChordChart,
  LineChart,
  PieChart,
  RadarChart,
  SankeyChart,
  ScatterChart,
} from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  MarkLineComponent,
  MarkPointComponent,
  RadarComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'

// Only what the charts of this folder draw with; the module is loaded with the first of them.
use([
  AriaComponent,
  BarChart,
  BoxplotChart,
  ChordChart,
  GridComponent,
  LabelLayout,
  LineChart,
  MarkLineComponent,
  MarkPointComponent,
  PieChart,
  RadarChart,
  RadarComponent,
  SankeyChart,
  ScatterChart,
  SVGRenderer,
  TooltipComponent,
])

export { init }
